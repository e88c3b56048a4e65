import { Refusal } from '#platform/refusals'

// A page asks for a handful at once, a till or a door for one or two.
const mostAtOnce = 60

/**
 * Bounds how many calls of one user are under way: whoever sends more would take the database's connections, and the
 * places of those who wait for one, from everybody else.
 */
export function createTurns() {
  const underWay = new Map<string, number>()

  return async <Result>(user: string, work: () => Promise<Result>): Promise<Result> => {
    const others = underWay.get(user) ?? 0
    if (others >= mostAtOnce)
      throw new Refusal(
        429,
        'too_many_at_once',
        'Too many requests at once. Try again in a moment.',
        undefined,
        1,
      )
    underWay.set(user, others + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(user) ?? 1) - 1
      if (left > 0) underWay.set(user, left)
      else underWay.delete(user)
    }
  }
}
