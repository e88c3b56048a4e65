/** A key of something whose answer may be lost, and since when it is. */
type Unsettled = { readonly key: string; readonly at: number }

/** What became of an intent is known by its key: the same for as long as nobody knows. */
export type Intents = {
  keyOf(intent: string): string
  /** It is known whether it was done: the next time it is another. */
  settle(intent: string): void
}

/** Those of a part of the page, for as long as it is there: what is asked for by the next is meant anew. */
export function createIntents(): Intents {
  const keys = new Map<string, string>()
  return {
    keyOf(intent) {
      const key = keys.get(intent) ?? newKey()
      keys.set(intent, key)
      return key
    },
    settle: (intent) => void keys.delete(intent),
  }
}

const prefix = 'hub.intent/'
// Long enough to load a page anew and try again. The same later is meant anew: what was done had been seen by then.
const keptMs = 10 * 60 * 1000

/**
 * Those of a form that offers again what was typed, also after a reload: it must not do twice what it did when its answer
 * was lost. No form with a secret in it has them.
 */
export function keepIntents(owner: string): Intents {
  const onThisPage = createIntents()
  const nameOf = (intent: string) => `${prefix}${owner}/${markOf(intent)}`
  return {
    keyOf(intent) {
      const known = read(nameOf(intent))
      if (known && Date.now() - known.at < keptMs) return known.key
      const key = onThisPage.keyOf(intent)
      try {
        sessionStorage.setItem(nameOf(intent), JSON.stringify({ key, at: Date.now() }))
      } catch {
        // It is kept on this page.
      }
      return key
    },
    settle(intent) {
      onThisPage.settle(intent)
      try {
        sessionStorage.removeItem(nameOf(intent))
      } catch {
        // Nothing was kept, either.
      }
    },
  }
}

function read(name: string): Unsettled | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Partial<Unsettled> | null
    return typeof kept?.key === 'string' && typeof kept.at === 'number' ? (kept as Unsettled) : null
  } catch {
    return null
  }
}

/** What is typed is about people: a mark of it is kept. Not crypto.subtle: browsers have that on https and localhost alone. */
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
