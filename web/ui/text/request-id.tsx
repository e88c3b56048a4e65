import { requestIdIn } from '#contract/words/fault-words.ts'
import { fetched } from '#ui/feedback/fetched.tsx'

const CopyLine = fetched(async () => (await import('#ui/feedback/copy-line.tsx')).CopyLine)

/** The request's id that a sentence asks to quote, to copy. */
export function RequestId({ of: sentence = '' }: { of?: string | undefined }) {
  const id = requestIdIn(sentence)
  return id !== null && <CopyLine value={id} label="request id" />
}
