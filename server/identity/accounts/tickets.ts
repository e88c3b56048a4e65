import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'
import { hashOf, newSecret } from '#platform/secrets'

export type TicketKind = 'invitation' | 'reset'

export type Ticket = {
  readonly uid: string
  readonly email: string
  readonly displayName: string
  readonly kind: TicketKind
  readonly isDisabled: boolean
}

const hour = 60 * 60 * 1000
const lifetimes: Record<TicketKind, number> = { invitation: 7 * 24 * hour, reset: hour }

/** Makes the link's secret for an account; an earlier one of its kind is good no more. */
export async function issueTicket(
  tx: Transaction,
  uid: string,
  kind: TicketKind,
  now: Date,
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + lifetimes[kind])
  await tx.run(sql`
    insert into identity.ticket (uid, kind, secret_hash, expires_at)
    values (${uid}, ${kind}, ${hashOf(secret)}, ${expiresAt})
    on conflict (uid, kind) do update set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`)
  return { secret, expiresAt }
}

/** The ticket behind a link; null when it is unknown, used, replaced or expired. */
export function readTicket(db: Queries, secret: string, now: Date): Promise<Ticket | null> {
  return readTicketOf(db, hashOf(secret), now)
}

/** The same by what is stored of its secret. */
export function readTicketOf(db: Queries, secretHash: Buffer, now: Date): Promise<Ticket | null> {
  return db.maybe<Ticket>(sql`
    select uid, email, display_name as "displayName", kind, is_disabled as "isDisabled"
    from identity.ticket join identity.account using (uid)
    where secret_hash = ${secretHash} and expires_at > ${now}`)
}

/** Uses a ticket up, and tells whether it still could be used: of two at once, one gets it. */
export function useTicket(tx: Transaction, secret: string): Promise<boolean> {
  return spendTicket(tx, hashOf(secret))
}

/** The same by what is stored of its secret. */
export async function spendTicket(tx: Transaction, secretHash: Buffer): Promise<boolean> {
  return (await tx.run(sql`delete from identity.ticket where secret_hash = ${secretHash}`)) === 1
}

/** Takes back every ticket of an account, and a new address that waits to be confirmed. */
export async function revokeTickets(tx: Transaction, uid: string): Promise<void> {
  await tx.run(sql`delete from identity.ticket where uid = ${uid}`)
  await tx.run(sql`delete from identity.email_change where uid = ${uid}`)
}
