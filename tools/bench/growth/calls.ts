import { venuesApi } from '#contract/business/venues.ts'
import { MemberFields } from '#contract/members/member-fields.ts'
import { memberMergesApi } from '#contract/members/member-merges.ts'
import { membersApi } from '#contract/members/members.ts'
import { pointsTransferApi } from '#contract/points/points-transfer.ts'
import { closePackApi } from '#contract/reports/close-pack.ts'
import { reportsApi } from '#contract/reports/reports.ts'
import type { Figure } from '#tools/bench/figure.ts'
import { ratio } from '#tools/bench/load.ts'
import type { Club, Clubs } from './clubs.ts'

const seconds = 2

/** What is called, again and again, each time with the number of the turn. */
type Turn = (club: Club, turn: number) => Promise<unknown>

// Those that both clubs have.
const pointsTypes = [
  { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true },
  { PointsTypeId: 'Bonus', PointsToDollarRatio: 100, IsDefault: false, ExpiryMonths: 12 },
]
const month = { startDate: daysFromNow(-30), endDate: daysFromNow(1) }

const calls: Readonly<Record<string, Turn>> = {
  'A venue saved': ({ superAdmin, venueNo }, turn) =>
    superAdmin(venuesApi.updateVenue, {
      params: { venueId: venueNo },
      body: { PointsTypes: pointsTypes, DefaultGamingIntegrationId: `bench-${turn}` },
    }),
  // It goes again, so that the club is as large as before.
  'A new member with the next number, who is deleted': async ({ superAdmin, venueNo }) => {
    const body = { FirstName: 'Nell', LastName: 'Bench', MembershipType: 'Ordinary' }
    const { data } = await superAdmin(membersApi.createMember, { query: { venueId: venueNo }, body })
    await superAdmin(membersApi.deleteMember, { params: { memberId: data.id } })
  },
  'Two members merged, and the merge undone': async ({ superAdmin, some }, turn) => {
    const pair = turn % Math.floor(some.length / 2)
    const memberId = some[2 * pair]!
    const { Survivor, Other } = await superAdmin(memberMergesApi.previewMemberMerge, {
      params: { memberId },
      query: { with: some[2 * pair + 1]! },
    })
    const body = {
      OtherId: Other.id,
      Revision: Survivor.Revision,
      OtherRevision: Other.Revision,
      Fields: MemberFields.parse(Survivor),
    }
    await superAdmin(memberMergesApi.mergeMembers, { params: { memberId }, body })
    const { Results } = await superAdmin(memberMergesApi.listMemberMerges, { params: { memberId } })
    const { MergeId: mergeId } = Results[0]!
    await superAdmin(memberMergesApi.undoMemberMerge, { params: { memberId, mergeId } })
  },
  'Points to a card, by a user of one venue': ({ confined, holder }) =>
    confined(pointsTransferApi.transferPointsToCard, {
      params: { ...holder, pointsTypeId: 'Points' },
      body: { Note: 'bench', Description: 'bench', PointsByDollarValue: 0.01, PointsByQuantity: 1 },
    }),
  'The figures, for a user of one venue': ({ confined }) => confined(reportsApi.getKpi),
  'The close pack of a month': ({ superAdmin }) => superAdmin(closePackApi.getClosePack, { query: month }),
}

/** Calls, one after the other, in a club and in one that is a hundred times as large. */
export async function callsOfBoth({ large, small }: Clubs): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, turn] of Object.entries(calls)) {
    let turns = 0
    const rateIn = (club: Club) => async () => {
      const began = performance.now()
      let done = 0
      for (; performance.now() - began < seconds * 1000; done++) await turn(club, turns++)
      return (done * 1000) / (performance.now() - began)
    }
    figures.push(await ratio(`${what}: 1,000,000 members / 10,000`, 1 / 1.5, [rateIn(large), rateIn(small)]))
  }
  return figures
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}
