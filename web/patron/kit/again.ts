/** Does something at once, and then after each pause; what it returns ends that, also while an answer is awaited. */
export function again(everyMs: number, work: () => Promise<void>): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout>
  const round = async () => {
    await work()
    // The answer may have been the one that was waited for.
    if (!isOver) timer = setTimeout(() => void round(), everyMs)
  }
  timer = setTimeout(() => void round(), 0)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
