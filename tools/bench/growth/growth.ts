import type { Figure } from '#tools/bench/figure.ts'
import { ratio } from '#tools/bench/load.ts'
import { callsOfBoth } from './calls.ts'
import { type Club, type Clubs, withClubs } from './clubs.ts'
import { doorLists } from './door-lists.ts'

/** What may take no longer the more members there are: calls, a night in which nothing expires, and the list of a door. */
export function growth(databaseUrl: string): Promise<Figure[]> {
  return withClubs(databaseUrl, async (clubs) => {
    // As they are kept every ten minutes.
    await clubs.carryOut('keep_ledger_sums', {})
    return [...(await callsOfBoth(clubs)), await quietNights(clubs), ...(await doorLists(clubs))]
  })
}

/** Everybody has points that will expire, and nobody any that are due. */
async function quietNights({ large, small, carryOut }: Clubs): Promise<Figure> {
  const night = ({ businessId }: Club) => carryOut('expire_points', { left: [{ businessId, after: '' }] })
  const membersASecond = (club: Club) => async () => {
    const began = performance.now()
    await night(club)
    return (club.members * 1000) / (performance.now() - began)
  }
  // What is due to members of the demo goes before.
  await night(large)
  return ratio(
    'A night in which no points are due: 1,000,000 members / 10,000',
    1 / 1.5,
    [membersASecond(large), membersASecond(small)],
    { times: 3, unit: 'members a second' },
  )
}
