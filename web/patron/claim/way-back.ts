import { claimPath } from '#contract/patron-paths.ts'

const key = 'hub.reload'

/** Keeps which card's page somebody leaves to pay. Its code stands in no address that the payment provider sees. */
export function keepWayBack(code: string): void {
  try {
    localStorage.setItem(key, code)
  } catch {
    // Where the browser keeps nothing they come back by the link to their card.
  }
}

/** Where the page of the card is that somebody left to pay; null if this browser doesn't know. */
export function wayBack(): string | null {
  try {
    const code = localStorage.getItem(key)
    return code === null ? null : claimPath(code) + location.search
  } catch {
    return null
  }
}
