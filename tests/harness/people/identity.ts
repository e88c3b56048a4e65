import rateLimit from '@fastify/rate-limit'
import { hash } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'
import { noTenant } from '#platform/database'
import { createRateLimiter } from '#platform/limits'
import { createIdentity, type IdentityOptions } from '#server/identity'
import { createAccount } from '#server/identity/accounts'
import { accountPassword, newBrowser } from '#tests/browser.ts'
import { cloneDatabase, openTestDatabase, superuserUrl } from '#tests/database.ts'

export const hour = 60 * 60 * 1000
export const identitySecret = 'a secret of more than thirty-two characters'

type Mail = Parameters<IdentityOptions['queueEmail']>[1]
type Claims = Awaited<ReturnType<IdentityOptions['claimsFor']>>

export type TestIdentity = Awaited<ReturnType<typeof startTestIdentity>>

/** The identity service alone, on a database of its own, with a clock that stands still until the test moves it. */
export async function startTestIdentity(options: Partial<IdentityOptions> = {}) {
  const { url, drop } = await cloneDatabase()
  const owner = new pg.Client(superuserUrl(url))
  await owner.connect()
  // Checked in no time: what is guessed at here is guessed at hundreds of times.
  const passwordHash = await hash(accountPassword, { memoryCost: 8, timeCost: 1 })
  const closing: (() => Promise<unknown>)[] = []
  const mails: Mail[] = []
  const claims = new Map<string, Claims>()
  let time = Date.now()
  const now = () => new Date(time)

  /** One more process on the same database. */
  const startProcess = async (own: Partial<IdentityOptions> = {}) => {
    const database = openTestDatabase(url, { connections: 20 })
    const identity = createIdentity({
      database,
      rateLimiter: createRateLimiter(database, now),
      secret: identitySecret,
      brand: 'Hub',
      publicUrl: () => 'https://hub.test',
      claimsFor: async (uid) => claims.get(uid) ?? { hubAdminApiRole: 'SuperAdmin' },
      queueEmail: async (_tx, mail) => void mails.push(mail),
      placeFollows: async () => undefined,
      standingOf: async () => 'Open',
      microsoft: undefined,
      now,
      ...options,
      ...own,
    })
    const app = Fastify()
    await app.register(rateLimit, { global: false })
    identity.mount(app)
    closing.push(() => app.close().then(() => database.close()))
    return { identity, app, database, newBrowser: (address?: string) => newBrowser(app, address) }
  }
  const process = await startProcess()

  return {
    ...process,
    owner,
    mails,
    claims,
    startProcess,
    now,
    advance: (ms: number) => void (time += ms),
    /** A new account with the password of the tests, or with none. */
    addAccount: async (email: string, { hasPassword = true } = {}) => {
      const account = { email, displayName: email.split('@')[0] ?? '', ...(hasPassword && { passwordHash }) }
      const { uid } = await process.database.transaction(noTenant, (tx) => createAccount(tx, account))
      return uid
    },
    /** The ticket in the e-mail that was sent last. */
    lastTicket: () => /ticket=([\w-]+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? '',
    close: async () => {
      for (const close of closing) await close()
      await owner.end()
      await drop()
    },
  }
}

/** The claims of a token, unchecked. */
export function claimsIn(token = ''): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}
