import { busy, type Refusal } from './refusal.ts'

/**
 * A gate for dear work: so many are let through at once, so many wait their turn, and who comes to more than that is
 * told to try again (503) instead of keeping memory and a connection for it.
 */
export function fewAtOnce(most: number, mostWaiting: number, refuse: () => Refusal = tooMuch) {
  const waiting: (() => void)[] = []
  let underWay = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (underWay === most) {
      if (waiting.length === mostWaiting) throw refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else underWay++
    try {
      return await work()
    } finally {
      // Who leaves hands the place to the next: nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }
}

const tooMuch = () => busy('Too much is going on right now. Try again in a moment.', 5)
