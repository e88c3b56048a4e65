import { useEffect, useRef } from 'react'
import { again } from './again.ts'

/** Does something when the page is first shown, and never again. */
export function useOnce(work: () => Promise<void>): void {
  const wasDone = useRef(false)
  useEffect(() => {
    if (wasDone.current) return
    wasDone.current = true
    void work()
  })
}

/** Does something again and again while it is worth it: at once, and then after each pause. */
export function useWhile(isWorthIt: boolean, everyMs: number, work: () => Promise<void>): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!isWorthIt) return undefined
    return again(everyMs, () => latest.current())
  }, [isWorthIt, everyMs])
}
