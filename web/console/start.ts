import { firstPaths } from '#contract/first-paths.ts'
import type { Early } from './platform/start/early.ts'
import { hasSessionMark } from './platform/start/session-mark.ts'

// A few lines that run while the rest is still coming: what it asks for first is under way by then.

function begin(): Early {
  const settings = fetch(firstPaths.settings)
  if (!hasSessionMark()) return { settings }
  const token = fetch(firstPaths.token, { method: 'POST' })
  const me = token.then(async (response) => {
    if (!response.ok) throw new Error('not signed in')
    const signedIn = (await response.clone().json()) as { token: string }
    return fetch(firstPaths.me, { headers: { Authorization: `Bearer ${signedIn.token}` } })
  })
  return { settings, token, me }
}

// A browser may have been quicker with the rest.
if (!globalThis.hubEarly) {
  globalThis.hubEarly = begin()
  // Whoever takes one meets its failure; nobody may.
  for (const answer of Object.values(globalThis.hubEarly)) answer.catch(() => undefined)
}
