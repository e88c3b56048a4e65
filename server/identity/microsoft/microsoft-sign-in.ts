import sql from 'sql-template-tag'
import { besidePaths } from '#contract/first-paths.ts'
import { hashOf, newSecret } from '#platform/secrets'
import {
  type Account,
  type Caller,
  findByEmail,
  findByMicrosoftKey,
  normalisedEmail,
  refuse,
  requireUsable,
} from '#server/identity/accounts'
import { passkeysOf } from '#server/identity/factors'
import { usableTicket } from '#server/identity/passwords'
import type { Microsoft, MicrosoftIdentity, Service } from '#server/identity/service'
import { flowLifetimeMs } from '#server/identity/sessions'
import { enterAccount, sessionOf } from '#server/identity/sign-in'
import { acceptInvitation } from './accept-invitation.ts'
import { startLink } from './linking.ts'

/** How far Microsoft's clock and ours may be apart. */
const clocksApartMs = 5 * 60 * 1000

const action = { name: 'signInWithMicrosoft', title: 'Sign in with Microsoft' }

/**
 * Starts a sign-in: the secret for the browser's cookie, and where at Microsoft to send it. Who comes back with a ticket
 * accepts the invitation that it is of; who goes there beside a page that they have open shows that it is still them.
 */
export async function startMicrosoftSignIn(
  service: Service,
  returnTo: string,
  ticket?: string,
): Promise<{ secret: string; url: URL }> {
  const secret = newSecret()
  const isProof = returnTo.split('?')[0] === besidePaths.renewed
  const url = await requireMicrosoft(service).signInUrl(secret, { isProof })
  const expiresAt = new Date(service.now().getTime() + flowLifetimeMs)
  const ticketHash = ticket === undefined ? null : hashOf(ticket)
  await service.db.run(sql`
    insert into identity.microsoft_flow (secret_hash, return_to, expires_at, ticket_hash, is_proof)
    values (${hashOf(secret)}, ${returnTo}, ${expiresAt}, ${ticketHash}, ${isProof})`)
  return { secret, url }
}

/** Starts it for whoever was sent this ticket with an invitation. */
export async function startAccepting(service: Service, { ticket }: { ticket: string }) {
  const { kind } = await usableTicket(service, ticket)
  if (kind !== 'invitation') throw refuse('invalid-ticket')
  return startMicrosoftSignIn(service, '/', ticket)
}

type Flow = {
  readonly returnTo: string
  readonly ticketHash: Buffer | null
  /** Whether Microsoft was told to ask for more than a click. */
  readonly isProof: boolean
  readonly begunAt: Date
}

/** What the browser with this cookie wanted when it left for Microsoft; null if we sent none there. It answers once. */
export async function takeFlow(service: Service, secret: string): Promise<Flow | null> {
  const flow = await service.db.maybe<Omit<Flow, 'begunAt'> & { expiresAt: string }>(sql`
    delete from identity.microsoft_flow where secret_hash = ${hashOf(secret)}
    returning return_to as "returnTo", expires_at as "expiresAt", ticket_hash as "ticketHash", is_proof as "isProof"`)
  if (!flow || new Date(flow.expiresAt) <= service.now()) return null
  return { ...flow, begunAt: new Date(Date.parse(flow.expiresAt) - flowLifetimeMs) }
}

/** What a browser brings back from Microsoft: a session, or a link that waits for the password of its account. */
export type Arrival =
  | { readonly kind: 'entered'; readonly secret: string }
  | { readonly kind: 'account-exists'; readonly secret: string; readonly email: string }

/** The browser that comes back: what it left with, and what it brings. */
type Returning = {
  readonly flow: Flow
  readonly secret: string
  readonly search: string
  /** Of the sessions that it may have already. */
  readonly sessions: readonly string[]
  readonly caller: Caller
}

/** Lets the person in that Microsoft vouches for. An account is found by Microsoft's own key, never by an e-mail address. */
export async function finishMicrosoftSignIn(service: Service, returning: Returning): Promise<Arrival> {
  const { flow, secret, search, caller } = returning
  const identity = await requireMicrosoft(service).identityOf(secret, search)
  if (flow.ticketHash) {
    const entered = await acceptInvitation(service, flow.ticketHash, identity, caller)
    return { kind: 'entered', secret: entered.secret }
  }
  const linked = await findByMicrosoftKey(service.db, identity.key)
  const account =
    linked ?? (identity.email ? await findByEmail(service.db, normalisedEmail(identity.email)) : null)
  const target = { email: account?.email ?? identity.email ?? '', account }
  return service.refusedEntries.during({ target, caller }, async () => {
    const usable = requireUsable(account)
    if (linked) return { kind: 'entered', secret: await enterLinked(service, linked, identity, returning) }
    if (!usable.passwordHash) throw refuse(await otherWay(service, usable))
    return {
      kind: 'account-exists',
      secret: await startLink(service, usable.uid, identity.key),
      email: usable.email,
    }
  })
}

/** Who shows in their session that it is still them goes on in it: what is open to it, a visit among it, stays open. */
async function enterLinked(
  service: Service,
  account: Account,
  { shownAt }: MicrosoftIdentity,
  { flow: { isProof, begunAt }, sessions, caller }: Returning,
): Promise<string> {
  // The address that the browser is sent to can be changed in the browser; what Microsoft signs can't.
  if (isProof && shownAt && shownAt.getTime() < begunAt.getTime() - clocksApartMs)
    throw refuse('microsoft-failed')
  const session = isProof ? await sessionOf(service, account, sessions, caller) : null
  const entered = await enterAccount(service, account, caller, action, { isProof, session })
  return entered.secret
}

/** Whoever has a passkey and no Microsoft account here is told to use it; others may not have come in at all yet. */
async function otherWay({ db }: Service, { uid, microsoftKey }: Account) {
  const hasPasskey = microsoftKey === null && (await passkeysOf(db, uid)).length > 0
  return hasPasskey ? 'use-passkey' : 'provider-not-supported'
}

function requireMicrosoft({ microsoft }: Service): Microsoft {
  if (!microsoft) throw refuse('microsoft-not-set-up')
  return microsoft
}
