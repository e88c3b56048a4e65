import { notHandedOver } from '#contract/access/user-words.ts'
import type { Invitation, User, usersApi } from '#contract/access/users.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { businessName } from '#server/business'
import type { Identity } from '#server/identity'
import { type AccountState, accountStates, unlinkMicrosoft } from '#server/identity/accounts'
import { type Delivery } from '#server/messaging/sent'
import {
  auditRecordOfUser,
  requireNotAboveOneself,
  requireSomeoneElse,
  type UserRecord,
  userToChange,
} from './user-records.ts'

/** Whoever can send invitations. */
export type Inviter = Pick<Identity, 'invite'>

/** Writes to a user who invites them to the business, and as what. */
export async function sendUserInvitation(
  { db, who }: { db: Transaction; who: Who },
  identity: Inviter,
  { uid, role }: Pick<UserRecord, 'uid' | 'role'>,
): Promise<void> {
  await identity.invite(db, uid, { club: await businessName(db), inviter: who.name, role })
}

/**
 * Sends the invitation again; the link of the earlier one is good no more. Who signs in with Microsoft is unlinked by it:
 * they are signed out, and begin as if they were new.
 */
export async function inviteUser(
  call: Call<typeof usersApi.inviteUser>,
  identity: Inviter,
): Promise<undefined> {
  const user = await userToChange(call, call.params.uid)
  const state = (await accountStates(call.db, [user.uid])).get(user.uid)
  if (!state?.isInvited && !state?.isLinked)
    throw conflict('already_joined', 'This user can sign in already and needs no invitation.')
  if (state.isDisabled) throw conflict('user_disabled', 'This user is disabled. Enable them first.')
  if (state.isLinked) {
    await requireNotAboveOneself(call, user)
    requireSomeoneElse(call.who, user.uid, 'unlink yourself from Microsoft')
    await unlinkMicrosoft(call.db, user.uid)
  }
  await sendUserInvitation(call, identity, user)
  const before = { 'Signs in with': 'Microsoft' }
  const after = { 'Signs in with': null }
  call.audit({ record: auditRecordOfUser(user), ...(state.isLinked && { before, after }) })
}

/** How somebody signs in, or that they can't yet. */
export function signInWayOf(state: AccountState | undefined): User['SignsInWith'] {
  if (state?.isLinked) return 'Microsoft'
  if (state?.isInvited) return 'Invited'
  return !state || state.hasPassword ? 'Password' : 'Passkey'
}

/** How the invitation of a user fares; null where there is none, or nothing is known of it. */
export function invitationOf(
  { isInvited, invitation }: AccountState,
  delivery: Delivery | undefined,
): Invitation | null {
  const { expiresAt, openedAt, isLate } = invitation
  if (!isInvited || expiresAt === null) return null
  const State = isLate ? 'Late' : openedAt !== null ? 'Opened' : (delivery?.state ?? 'Queued')
  return {
    State,
    Reason: State === 'Failed' || State === 'Queued' ? reasonOf(delivery) : null,
    SentDate: delivery?.sentAt ?? null,
    ExpiryDate: expiresAt,
  }
}

/** What the recipient's mail server said. What else went wrong is the operator's affair, as are the names of machines. */
function reasonOf(delivery: Delivery | undefined): string | null {
  if (!delivery?.error) return null
  return /\b[45]\d\d[ -].+/.exec(delivery.error)?.[0] ?? notHandedOver
}
