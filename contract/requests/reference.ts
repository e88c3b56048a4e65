/** What people name a request by, on the phone and at the desk: the beginning of its id. */
export function referenceOf(sessionId: string): string {
  return sessionId.slice(0, 8).toUpperCase()
}
