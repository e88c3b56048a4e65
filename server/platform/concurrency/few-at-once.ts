import { busy, type Refusal } from '#platform/refusals'

/**
 * A gate for dear work: so many are let through at once, so many wait their turn, and who comes to more than that is
 * told to try again (503) instead of keeping memory and a connection for it.
 */
export function fewAtOnce(most: number, mostWaiting: number, refuse: () => Refusal = tooMuch) {
  const gate = fewOfEach(most, mostWaiting, mostWaiting, refuse)
  return <Result>(work: () => Promise<Result>): Promise<Result> => gate('all', work)
}

/** The same for work that is done for somebody, of whom no more than so many wait: nobody takes all the places. */
export function fewOfEach(
  most: number,
  mostWaiting: number,
  mostWaitingOfOne: number,
  refuse: () => Refusal = tooMuch,
) {
  const waiting: { readonly whose: string; readonly begin: () => void }[] = []
  let underWay = 0
  const hasPlace = (whose: string) =>
    waiting.length < mostWaiting && waiting.filter((each) => each.whose === whose).length < mostWaitingOfOne

  return async <Result>(whose: string, work: () => Promise<Result>): Promise<Result> => {
    if (underWay === most) {
      if (!hasPlace(whose)) throw refuse()
      await new Promise<void>((begin) => waiting.push({ whose, begin }))
    } else underWay++
    try {
      return await work()
    } finally {
      // Who leaves hands the place to the next: nobody can slip in between.
      const next = waiting.shift()
      if (next) next.begin()
      else underWay--
    }
  }
}

const tooMuch = () => busy('Too much is going on right now. Try again in a moment.', 5)
