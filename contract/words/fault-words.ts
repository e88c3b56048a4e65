/** What is said of a fault of ours; with its request's id, by which support finds it in the log. */
export function faultSentence(requestId: string | null): string {
  const id = requestId === null ? '' : ` ${requestId}`
  return `Something went wrong on our side. Try again, or quote the request id${id} to support.`
}

/** The id that such a sentence asks to quote. */
export function requestIdIn(sentence: string): string | null {
  return /quote the request id (\S+) to support/.exec(sentence)?.[1] ?? null
}
