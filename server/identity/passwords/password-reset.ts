import sql from 'sql-template-tag'
import { identityApi } from '#contract/access/identity.ts'
import { ticketPath } from '#contract/first-paths.ts'
import type { Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import {
  type Caller,
  type Account,
  emailAddress,
  findByEmail,
  findByUid,
  requireUsable,
  type InvitedBy,
  ticketMail,
  refuse,
  issueTicket,
  readTicket,
  revokeTickets,
  type Ticket,
  type TicketKind,
  useTicket,
} from '#server/identity/accounts'
import { hasFactor } from '#server/identity/factors'
import { inBusinessOf, recordAccountAudit, requireOpenPlace, type Service } from '#server/identity/service'
import { endSessionsOf } from '#server/identity/sessions'
import { refuseGuessable } from './guessable.ts'
import { hashPassword, requireAcceptable } from './passwords.ts'

// Whoever asks for a reset has not shown who they are.
const somebody = { uid: '', displayName: 'Somebody' }

/** Sends the link for a new password to the owner of an account. */
export async function requestReset(
  service: Service,
  { email: text }: { email: string },
  caller: Caller,
): Promise<void> {
  const email = emailAddress(text)
  const found = await findByEmail(service.db, email)
  await service.lockout.countReset({ email, account: found }, caller)
  const account = requireUsable(found)
  if (account.microsoftKey) throw refuse(service.microsoft ? 'use-microsoft' : 'provider-not-supported')
  await inBusinessOf(service, await service.claimsFor(account.uid), async (tx) => {
    // A link may go to no address that was theirs until a moment ago.
    const now = await tx.maybe(sql`
      select from identity.account where uid = ${account.uid} and email = ${email} and not is_disabled for share`)
    if (!now) throw refuse('user-not-found')
    await sendTicket(service, tx, account, 'reset')
    const action = { name: 'requestReset', title: identityApi.requestReset.title }
    await recordAccountAudit(tx, somebody, caller, action, account)
  })
}

/** Sends a new user the link to set their first password; an earlier invitation is good no more. How it fares is kept. */
export async function inviteToAccount(
  service: Service,
  tx: Transaction,
  uid: string,
  by?: InvitedBy,
): Promise<void> {
  const account = await findByUid(tx, uid)
  if (!account) throw notFound('The user')
  if (account.microsoftKey) throw conflict('no_password', 'This user signs in with Microsoft.')
  const { messageId, expiresAt } = await sendTicket(service, tx, account, 'invitation', by)
  await tx.run(sql`
    update identity.account set invitation_message_id = ${messageId}, invitation_expires_at = ${expiresAt},
      invitation_opened_at = null
    where uid = ${uid}`)
}

async function sendTicket(
  service: Service,
  tx: Transaction,
  account: Account,
  kind: TicketKind,
  by: InvitedBy | null = null,
): Promise<{ messageId: string | undefined; expiresAt: Date }> {
  const { secret, expiresAt } = await issueTicket(tx, account.uid, kind, service.now())
  const link = service.publicUrl() + ticketPath('setPassword', secret)
  const about = { brand: service.brand, hasMicrosoft: service.microsoft !== null, by }
  const messageId = await service.queueEmail(tx, ticketMail(kind, about, link, account))
  return { messageId, expiresAt }
}

/** Whose password a link sets. Of an invitation it is noted that somebody has followed it. */
export async function describeTicket(service: Service, { ticket: secret }: { ticket: string }) {
  const { uid, email, displayName, kind } = await usableTicket(service, secret)
  if (kind === 'invitation')
    await service.db.run(sql`
      update identity.account set invitation_opened_at = ${service.now()}
      where uid = ${uid} and invitation_opened_at is null`)
  return { email, displayName, kind }
}

/**
 * Sets the password of the account a link was sent to. The link is used up, and every session of the account ends.
 * The device is known to the account from then on, by the cookie that is answered; every other is a stranger's.
 */
export async function setPassword(
  service: Service,
  { ticket: secret, password }: { ticket: string; password: string },
  caller: Caller,
): Promise<string> {
  requireAcceptable(password)
  const ticket = await usableTicket(service, secret)
  const claims = await service.claimsFor(ticket.uid)
  const passwordHash = await acceptedHash(ticket, password, [service.brand, claims.businessId ?? ''])
  await inBusinessOf(service, claims, async (tx) => {
    await keepPassword(tx, ticket.uid, passwordHash)
    if (!(await useTicket(tx, secret))) throw refuse('invalid-ticket')
    await revokeTickets(tx, ticket.uid)
    const action = { name: 'setPassword', title: identityApi.setPassword.title }
    await recordAccountAudit(tx, ticket, caller, action, ticket)
  })
  // Who has the mailbox has shown no second factor: where there is one, their device isn't known for it.
  const isGuarded = await hasFactor(service.db, ticket.uid)
  return service.devices.remember(caller.device, isGuarded ? undefined : { uid: ticket.uid, passwordHash })
}

/** The hash of a password that somebody may have: one that is too short, or guessed early, is refused. */
export async function acceptedHash(
  { uid, email, displayName }: Pick<Account, 'uid' | 'email' | 'displayName'>,
  password: string,
  known: readonly string[],
): Promise<string> {
  requireAcceptable(password)
  await refuseGuessable(password, [email, displayName, 'hub', ...known])
  return hashPassword(uid, password)
}

/** Gives an account another password, and ends all of its sessions. */
export async function keepPassword(tx: Transaction, uid: string, passwordHash: string): Promise<void> {
  await tx.run(sql`
    update identity.account set password_hash = ${passwordHash} where uid = ${uid} and microsoft_key is null`)
  await endSessionsOf(tx, uid)
}

/** The ticket behind a link that still opens something. */
export async function usableTicket(service: Service, secret: string): Promise<Ticket> {
  const ticket = await readTicket(service.db, secret, service.now())
  if (!ticket) throw refuse('invalid-ticket')
  if (ticket.isDisabled) throw refuse('user-disabled')
  await requireOpenPlace(service, await service.claimsFor(ticket.uid))
  return ticket
}
