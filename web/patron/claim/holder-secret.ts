const keyOf = (code: string) => `hub.claim.${code}`

// Where the browser keeps nothing, the card is there for as long as the page is.
const onThisPage = new Map<string, string>()

/** The secret of the card that was claimed here with this code; null if none was. */
export function holderSecret(code: string): string | null {
  try {
    const kept = localStorage.getItem(keyOf(code))
    if (kept !== null) return kept
  } catch {
    // It may not even be read.
  }
  return onThisPage.get(code) ?? null
}

/**
 * The secret to claim with: made and kept before the claim, so that a card whose answer gets lost is found again. The
 * server keeps its hash alone.
 */
export function secretToClaimWith(code: string): string {
  const known = holderSecret(code)
  if (known !== null) return known
  const secret = newSecret()
  try {
    localStorage.setItem(keyOf(code), secret)
  } catch {
    onThisPage.set(code, secret)
  }
  return secret
}

/** 256 random bits in letters that are safe everywhere. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
