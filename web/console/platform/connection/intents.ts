/** A key of something whose answer may be lost, and since when it is. */
type Unsettled = { readonly key: string; readonly at: number }

const prefix = 'hub.intent/'
// Long enough to reload a page and try again. The same an hour later is meant anew: what was done had been seen by then.
const keptMs = 30 * 60 * 1000
// Where the browser keeps nothing, the keys last as long as the page.
const onThisPage = new Map<string, Unsettled>()

/**
 * The key of what a user is about to do. It stays the same until it is settled what became of it, also through a reload: a
 * form that offers again what was typed must not do it twice.
 */
export function keyOfIntent(uid: string, intent: readonly unknown[]): string {
  const name = nameOf(uid, intent)
  const known = read(name)
  if (known && Date.now() - known.at < keptMs) return known.key
  const unsettled = { key: newKey(), at: Date.now() }
  onThisPage.set(name, unsettled)
  try {
    sessionStorage.setItem(name, JSON.stringify(unsettled))
  } catch {
    // It is kept on this page.
  }
  return unsettled.key
}

/** It is known whether it was done: the next time it is another. */
export function settleIntent(uid: string, intent: readonly unknown[]): void {
  const name = nameOf(uid, intent)
  onThisPage.delete(name)
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept, either.
  }
}

function read(name: string): Unsettled | null {
  const here = onThisPage.get(name)
  if (here) return here
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Partial<Unsettled> | null
    return typeof kept?.key === 'string' && typeof kept.at === 'number' ? (kept as Unsettled) : null
  } catch {
    return null
  }
}

// What is typed is about people: a mark of it is kept. Of what opens an account not even that, as it is soon guessed.
function nameOf(uid: string, intent: readonly unknown[]): string {
  const withoutProof = (name: string, value: unknown) => (/password|proof/i.test(name) ? undefined : value)
  return `${prefix}${uid}/${markOf(JSON.stringify(intent, withoutProof))}`
}

/** A mark that tells texts apart. Not crypto.subtle: browsers have that on https and localhost alone. */
function markOf(text: string): string {
  let [one, other] = [text.length, 1]
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    one = (one * 65_599 + letter) % 2_147_483_629
    other = (other * 131_071 + letter) % 2_147_483_587
  }
  return `${one.toString(36)}.${other.toString(36)}`
}

/** A key for what is to happen once. Not crypto.randomUUID: browsers have that on https and localhost alone. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
