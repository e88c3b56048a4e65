import { membersApi } from '#contract/members/members.ts'
import type { Figure } from './figure.ts'

type Server = { readonly url: string; readonly token: string }
type Limit = { readonly what: string; readonly ms: number; readonly paths: readonly string[] }

/**
 * What has to be answered in so many milliseconds, however many members there are: of several calls of a kind, each of
 * which is made for the first time, as nothing is remembered of it yet, the one in the middle counts.
 */
export async function memberLimits(at: Server, businessId: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, ms, paths } of limits(businessId)) {
    const times: number[] = []
    for (const path of paths) times.push(await timeOf(at, path))
    const middle = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
    figures.push({
      what: `${ms} ms / ${what}`,
      measured: ms / middle,
      wanted: 1,
      detail: `${middle.toFixed(1)} ms`,
    })
  }
  return figures
}

const five = [1, 2, 3, 4, 5]
const nobody = five.map((n) => `MembershipType=Nope${n}`)
const few = five.map((n) => `PointsBalanceGreaterThan=10${n}`)
const levels = ['Gold', 'Silver', 'Bronze', 'Gold', 'Silver']

/** What is asked, in how many milliseconds, and as what. */
const searches: readonly [string, string[]][] = [
  ['a search of two letters without hits', ['zz', 'xq', 'qx', 'vz', 'jq']],
  ['a search of one letter without hits', ['q', 'q ', ' q', '  q', 'q  ']],
  ['a search with an apostrophe', ["o'b", "O'b", "o'B", "O'B", "'br"]],
  ['a search of common letters', ['a', 'e', 'li', 'an', 'th']],
]
const filters: readonly [string, string[]][] = [
  ['a filter that nobody meets', nobody],
  ['a filter that few meet', few],
  [
    'a filter of five names',
    five.map((n) => `Status=Suspended&BirthMonth=${n}&Gender=Other&MemberLevel=Gold&MembershipType=Life`),
  ],
  ['a filter that most meet', five.map((n) => `Financial=true&BirthMonth=!${n}`)],
]
const counts: readonly [string, number, string[]][] = [
  ['the count of a filter that nobody meets', 20, nobody],
  ['the count of a filter that few meet', 20, few],
  ['the count of a filter of two names', 100, levels.map((level) => `Financial=true&MemberLevel=${level}`)],
  ['the count of a filter that most meet', 100, five.map(() => 'Financial=true')],
  ['the count by points of nearly all', 100, five.map((n) => `PointsBalanceLessThan=10${n}`)],
]

function limits(businessId: string): Limit[] {
  const members = membersApi.listMembers.path.replace('{businessId}', businessId)
  const count = membersApi.countEligibleMembers.path.replace('{businessId}', businessId)
  const pathsOf = (path: string, name: string, values: readonly string[]) =>
    values.map((value) => `${path}?${new URLSearchParams({ [name]: value }).toString()}`)
  return [
    ...searches.map(([what, values]) => ({ what, ms: 50, paths: pathsOf(members, 'q', values) })),
    ...filters.map(([what, values]) => ({ what, ms: 50, paths: pathsOf(members, 'filter', values) })),
    ...counts.map(([what, ms, values]) => ({ what, ms, paths: pathsOf(count, 'memberFilterQuery', values) })),
  ]
}

async function timeOf({ url, token }: Server, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
  return performance.now() - began
}
