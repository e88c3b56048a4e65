const hashedBytes = 9

/** What a door keeps of a code, the same that the database makes of it: enough to know it again, whatever its capitals. */
export async function codeHash(businessId: string, code: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${businessId} ${code.toUpperCase()}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const text = String.fromCharCode(...digest.subarray(0, hashedBytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_')
}
