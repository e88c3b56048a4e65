import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { fetchInTime, patienceMs } from '#platform/outside'
import type { GoogleService } from './google-account.ts'

/**
 * Google's interface for passes. Each call says all that there shall be, whether there was something before or not: what it
 * doesn't say is there no more.
 */
export type GoogleApi = {
  putClass(body: Thing): Promise<void>
  putObject(body: Thing): Promise<void>
}
type Thing = { readonly id: string }

/** Google asks to be left alone for a while, isn't well or can't be reached: to be tried again later. */
export class GoogleLater extends Error {}

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
// A token that ends while it is on its way is of no use. One that holds for less is used all the same: it may do.
const aheadMs = 60_000

const Token = z.object({ access_token: z.string(), expires_in: z.number() })

/** Calls Google as its service account. A token is asked for when one is needed, and used until it runs out. */
export function googleApi(service: GoogleService): GoogleApi {
  let token: ReturnType<typeof askForToken> | null = null
  const authorised = async (): Promise<string> => {
    const kept = token
    if (kept !== null && (await kept).until <= Date.now() && token === kept) token = null
    token ??= askForToken(service).catch((error: unknown) => {
      token = null
      throw error
    })
    return (await token).value
  }
  const call = async (method: 'PUT' | 'POST', path: string, body: Thing, expected: number | null) => {
    const answer = await ask(`${service.url}/walletobjects/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${await authorised()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status === 401) token = null
    if (answer.ok) return true
    if (answer.status === expected) return false
    throw refused(answer.status, `${method} ${path.split('/')[0]}`)
  }
  const put = async (kind: 'loyaltyClass' | 'loyaltyObject', body: Thing) => {
    const replace = (expected: number | null) =>
      call('PUT', `${kind}/${encodeURIComponent(body.id)}`, body, expected)
    if (await replace(404)) return
    // Somebody saved it in between, as a member does with the link: then it is there to be replaced.
    if (!(await call('POST', kind, body, 409))) await replace(null)
  }
  return {
    putClass: (body) => put('loyaltyClass', body),
    putObject: (body) => put('loyaltyObject', body),
  }
}

async function askForToken({ email, key, keyId, tokenUrl }: GoogleService) {
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId && { kid: keyId }) })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(key))
  const answer = await ask(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  })
  // Whatever is the matter with it is the matter with all passes.
  const token = answer.ok ? Token.safeParse(await answer.json().catch(() => null)) : null
  if (!token?.success) throw new GoogleLater(`Google Wallet answered ${answer.status} to the token`)
  const { access_token: value, expires_in: seconds } = token.data
  return { value, until: Date.now() + seconds * 1000 - aheadMs }
}

async function ask(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetchInTime(url, { ...request, withinMs: patienceMs.ofJobs })
  } catch (error) {
    throw new GoogleLater("Google Wallet can't be reached", { cause: error })
  }
}

function refused(status: number, what: string): Error {
  const sentence = `Google Wallet answered ${status} to ${what}`
  const isOfAll = status === 401 || status === 403 || status === 429 || status >= 500
  return isOfAll ? new GoogleLater(sentence) : new Error(sentence)
}
