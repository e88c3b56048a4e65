import { useLayoutEffect, useRef, useState } from 'react'

/**
 * What is to be seen of something that opens and closes: what is open and, once that is closed, the last of it until it
 * has slid out. How it slides, and whether, is said by the styles of `element`.
 */
export function useSlideOut<Open extends object>(open: Open | null) {
  const element = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(open)
  if (open && open !== seen) setSeen(open)
  const isLeaving = open === null && seen !== null
  useLayoutEffect(() => {
    if (!isLeaving) return undefined
    let isOver = false
    const slides = element.current?.getAnimations() ?? []
    // None for those who want nothing to move: then it is gone at once.
    void Promise.allSettled(slides.map(({ finished }) => finished)).then(() => isOver || setSeen(null))
    return () => {
      isOver = true
    }
  }, [isLeaving])
  return { element, seen: open ?? seen, isLeaving }
}
