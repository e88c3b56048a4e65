import { TOTP } from 'otpauth'
import { api } from '#contract'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import type { TestHub } from '#tests/hub.ts'
import { createAuthenticator } from './authenticator.ts'

/** The code that an authenticator app shows, so many steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  const app = new TOTP({ secret: secret.replaceAll(' ', '') })
  return app.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Adds a passkey to a demo account; tells what holds it. */
export async function addPasskey(hub: TestHub, email: string, Name = 'Laptop') {
  const call = hub.as(email)
  const key = createAuthenticator()
  const options = (await call(api.beginPasskey)).body
  const answer = await call(api.addPasskey, { body: { Name, Passkey: key.create(options) } })
  return { ...key, answer, factorId: answer.body.FactorId }
}

/** Adds an authenticator app to a demo account; tells its secret. The code of this very moment is used by that. */
export async function addAuthenticator(hub: TestHub, email: string, Name = 'Phone') {
  const call = hub.as(email)
  const { Secret, Challenge } = (await call(api.beginAuthenticator)).body
  const body = { Name, Challenge, Code: codeOf(Secret) }
  const answer = await call(api.addAuthenticator, { body })
  return { secret: Secret, answer, factorId: answer.body.FactorId }
}

/** Makes recovery codes for a demo account. */
export async function makeCodes(hub: TestHub, email: string): Promise<string[]> {
  return (await hub.as(email)(api.makeRecoveryCodes)).body.Codes
}

/** A browser where the password was given, and what is asked of it now. */
export async function afterPassword(hub: TestHub, email: string, address?: string) {
  const browser = newBrowser(hub.app, address)
  const { body, status, setCookies } = await browser.signIn(email, demoPassword)
  const { challenge = '', methods = [], passkey = null } = body
  return {
    browser,
    asked: { status, body, setCookies },
    challenge,
    methods,
    passkey: passkey!,
    answer: (answer: object) => browser.post('second-factor', { challenge, answer }),
  }
}
