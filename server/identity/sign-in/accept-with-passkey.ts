import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import type { PasskeyAttestation, PasskeyCreation } from '#contract/access/passkeys.ts'
import type { Transaction } from '#platform/database'
import { hashOf } from '#platform/secrets'
import {
  type Account,
  type Caller,
  findByUid,
  refuse,
  requireUsable,
  revokeTickets,
  spendTicket,
} from '#server/identity/accounts'
import {
  challengeIn,
  creationOf,
  insertFactor,
  issueChallenge,
  madePasskey,
  readChallenge,
  relyingPartyAt,
  spendChallenge,
} from '#server/identity/factors'
import { usableTicket } from '#server/identity/passwords'
import type { Service } from '#server/identity/service'
import { endSessionsOf } from '#server/identity/sessions'
import { enterAccount, type Entered } from './sign-in.ts'

const action = { name: 'acceptWithPasskey', title: factorSignInApi.acceptWithPasskey.title }

// Its owner can give it another one.
const firstName = 'My first passkey'

/** What to ask an authenticator for whose passkey accepts an invitation: it signs in alone from then on. */
export async function beginInvitedPasskey(
  service: Service,
  { ticket }: { readonly ticket: string },
): Promise<PasskeyCreation> {
  const account = await invitedAccount(service, ticket)
  const challenge = await issueChallenge(service.db, 'add-passkey', { uid: account.uid }, service.now())
  return creationOf(partyOf(service), service.brand, account, [], challenge, { isAlone: true })
}

/** Accepts an invitation with the passkey that was made for it, and signs in. The ticket is the proof, and used up. */
export async function acceptWithPasskey(
  service: Service,
  { ticket, passkey }: { readonly ticket: string; readonly passkey: PasskeyAttestation },
  caller: Caller,
): Promise<Entered> {
  const account = await invitedAccount(service, ticket)
  const { uid } = account
  const challenge = challengeIn(passkey)
  const asked = challenge && (await readChallenge(service.db, 'add-passkey', challenge, service.now()))
  if (!challenge || !asked || asked.uid !== uid) throw refuse('invalid-challenge')
  const made = await madePasskey(partyOf(service), passkey, challenge, { isAlone: true })
  if (!made) throw refuse('passkey-refused')
  const alongside = async (tx: Transaction) => {
    if (!(await spendTicket(tx, hashOf(ticket)))) throw refuse('invalid-ticket')
    if (!(await spendChallenge(tx, challenge))) throw refuse('invalid-challenge')
    await insertFactor(tx, { kind: 'passkey', uid, name: firstName, now: service.now(), ...made })
    await revokeTickets(tx, uid)
    await endSessionsOf(tx, uid)
  }
  return enterAccount(service, account, caller, action, { alongside, after: { Passkey: firstName } })
}

/** Whom an invitation that still opens something was sent to. */
async function invitedAccount(service: Service, secret: string): Promise<Account> {
  // Before a passkey is made: nobody keeps one on their device that opens nothing.
  const ticket = await usableTicket(service, secret)
  if (ticket.kind !== 'invitation') throw refuse('invalid-ticket')
  return requireUsable(await findByUid(service.db, ticket.uid))
}

function partyOf(service: Service) {
  const party = relyingPartyAt(service.publicUrl())
  if (!party) throw refuse('passkeys-need-a-name')
  return party
}
