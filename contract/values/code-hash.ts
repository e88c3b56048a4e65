import { codeKey } from './code-key.ts'

const hashedBytes = 9
const way = { name: 'HMAC', hash: 'SHA-256' }

/** A key as browsers and servers alike have it. */
export type CodeKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** The key of a door's list. It can be used and kept, but not read again, from then on. */
export function importCodeKey(text: string): Promise<CodeKey> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, way, false, ['sign'])
}

/** What a door's list has of a code, the same that the database makes of it: enough to know it again, whatever its capitals and spaces. */
export async function codeHash(key: CodeKey, code: string): Promise<string> {
  const bytes = new TextEncoder().encode(codeKey(code))
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
  const text = String.fromCharCode(...digest.subarray(0, hashedBytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_')
}
