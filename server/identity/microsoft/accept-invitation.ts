import sql from 'sql-template-tag'
import { identityApi } from '#contract/access/identity.ts'
import type { Transaction } from '#platform/database'
import {
  type Caller,
  findByMicrosoftKey,
  findByUid,
  readTicketOf,
  refuse,
  requireUsable,
  revokeTickets,
  spendTicket,
} from '#server/identity/accounts'
import type { MicrosoftIdentity, Service } from '#server/identity/service'
import { endSessionsOf } from '#server/identity/sessions'
import { enterAccount, type Entered } from '#server/identity/sign-in'

const action = { name: 'acceptWithMicrosoft', title: identityApi.acceptWithMicrosoft.title }

/**
 * Links the account that an invitation was sent for with the Microsoft identity of who accepts it, and signs them in. The
 * ticket is the proof, and used up: whoever holds it could as well set a password. That Microsoft knows them by another
 * address is no obstacle, and on record.
 */
export async function acceptInvitation(
  service: Service,
  ticketHash: Buffer,
  { key, email }: MicrosoftIdentity,
  caller: Caller,
): Promise<Entered> {
  const ticket = await readTicketOf(service.db, ticketHash, service.now())
  if (ticket?.kind !== 'invitation') throw refuse('invalid-ticket')
  const account = requireUsable(await findByUid(service.db, ticket.uid))
  const { uid } = account
  if (await findByMicrosoftKey(service.db, key)) throw refuse('microsoft-in-use')
  const alongside = async (tx: Transaction) => {
    if (!(await spendTicket(tx, ticketHash))) throw refuse('invalid-ticket')
    const linked = await tx.run(sql`
      update identity.account set microsoft_key = ${key}
      where uid = ${uid} and password_hash is null
        and not exists (select from identity.account where microsoft_key = ${key})`)
    // Meanwhile it was linked with another account.
    if (linked === 0) throw refuse('microsoft-in-use')
    await revokeTickets(tx, uid)
    await endSessionsOf(tx, uid)
  }
  return enterAccount(service, account, caller, action, { alongside, after: { 'Microsoft account': email } })
}
