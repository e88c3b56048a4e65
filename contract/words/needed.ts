/**
 * What a schema says of a field that is left empty. It says nothing of the rest, which would be a lie: a name that is
 * too long isn't missing. That is said in the words for all fields (input-words.ts).
 */
export const needed = (sentence: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (isMissing(input) ? sentence : undefined),
})

/** True for what stands where nothing was filled in: in a body, and in a form's field for text or a number. */
export function isMissing(input: unknown): boolean {
  return input === undefined || input === null || input === '' || Number.isNaN(input)
}
