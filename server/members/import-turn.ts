/** The import that a job is to work on. */
export type ImportJob = { readonly businessId: string; readonly importId: string }

// Messages wait in the same queue: long work makes room for them now and then.
const turnMs = 10_000

/** Tells when a job has worked long enough, and its next turn should be queued behind the other jobs. */
export function timeIsUp(): () => boolean {
  const end = performance.now() + turnMs
  return () => performance.now() > end
}
