/** The same work for all who ask for it while it is done. */
export function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null
  return () => (underWay ??= work().finally(() => (underWay = null)))
}
