/** What was looked at, how it is, and what to do about it where it isn't well. */
export type Finding = { readonly state: 'ok' | 'warning' | 'wrong'; readonly sentence: string }

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence })
export const warning = (sentence: string): Finding => ({ state: 'warning', sentence })
export const wrong = (sentence: string): Finding => ({ state: 'wrong', sentence })

const day = 24 * 60 * 60 * 1000
const soon = 14 * day

/** How it is with something that ends on this day. */
export function findEnd(what: string, end: Date, toDo: string): Finding {
  const left = end.getTime() - Date.now()
  const when = `${what} ends on ${end.toISOString().slice(0, 10)}`
  if (left <= 0) return wrong(`${what} ended on ${end.toISOString().slice(0, 10)}: ${toDo}.`)
  return left < soon ? warning(`${when}: ${toDo}.`) : ok(`${when}.`)
}
