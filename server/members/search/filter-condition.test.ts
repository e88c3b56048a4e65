import fc from 'fast-check'
import sql, { join } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import {
  type FilterName,
  filterNames,
  type FilterTerm,
  kindOf,
  type MemberFilter,
  parseFilter,
  printFilter,
} from '#contract/members/member-filter.ts'
import { type Standing, memberStandings } from '#contract/members/standing.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'

const params = { businessId: 'valley-golf' }

let hub: TestHub
let admin: Caller
let members: Person[]
let today: string
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.otherAdmin)
  await hub.owner.query(`
    update option_list_item set value = 'Gold tier' where business_id = 'valley-golf' and list = 'MemberLevel' and key = 'Gold'`)
  await hub.owner.query(`
    update option_list_item set grace_days = case key when 'Ordinary' then 14 when 'Social' then 1 else 0 end
    where business_id = 'valley-golf' and list = 'MembershipType'`)
  const {
    rows: [day],
  } = await hub.owner.query<{ day: string }>(
    `select zone_day(time_zone)::text as day from business where business_id = 'valley-golf'`,
  )
  today = day!.day
  members = fc
    .sample(person, { seed: 20, numRuns: inLong(300, 100) })
    .map((one, i) => ({ ...one, number: String(i) }))
  await hub.database.transaction('valley-golf', async (tx) => {
    await tx.run(sql`update member set deleted_at = now() where business_id = 'valley-golf'`)
    const rows = members.map(
      (
        m,
      ) => sql`('valley-golf', '1', ${m.number}, ${m.number}, 'A', 'B', ${m.status}, ${m.gender}, ${m.level}, ${m.type},
        ${m.birth}::date, business_day() + ${m.financialIn}::integer, ${m.points}::numeric)`,
    )
    await tx.run(sql`
      insert into member (business_id, venue_no, member_key, membership_number, first_name, last_name, status, gender,
        member_level, membership_type, birth_date, date_financial, points_balance) values ${join(rows)}`)
  })
})
afterAll(() => hub.close())

const statuses = ['Active', 'Inactive', 'Suspended']
const levels = ['Bronze', 'Silver', 'Gold']
const types = ['Ordinary', 'Social', 'Life']
const maybe = (values: string[]) => fc.option(fc.constantFrom(...values), { nil: null })
const pad = (part: number) => String(part).padStart(2, '0')

const person = fc.record({
  status: maybe(statuses),
  gender: maybe(['Male', 'Female', 'Other']),
  level: maybe([...levels, 'Unlisted']),
  type: fc.constantFrom(...types),
  birth: fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([month, day]) => `1970-${pad(month)}-${pad(day)}`),
    { nil: null },
  ),
  financialIn: fc.option(fc.constantFrom(-400, -15, -14, -2, -1, 0, 1, 90), { nil: null }),
  points: fc.constantFrom(-5, 0, 0.01, 10, 10.5, 99.99, 1000),
})
type Person = (typeof person extends fc.Arbitrary<infer One> ? One : never) & { number: string }

const valuesOf = (name: FilterName): string[] => {
  const kind = kindOf(name)
  if (kind === 'yes-no') return ['true', 'false']
  if (kind === 'standing') return [...memberStandings]
  if (kind === 'days') return ['1', '2', '15', '40']
  if (kind === 'month') return ['1', '2', '7', '12']
  if (kind === 'points') return ['-5', '0', '0.01', '10', '10.5', '500']
  if (name === 'Status') return [...statuses, 'Nowhere']
  if (name === 'Gender') return ['Male', 'Female', 'Other']
  if (name === 'MemberLevel') return [...levels, 'Unlisted']
  if (name === 'MemberLevelDescription') return ['Bronze', 'Silver', 'Gold tier', 'Gold']
  return types
}
const term: fc.Arbitrary<FilterTerm> = fc.constantFrom(...filterNames).chain((name) =>
  fc.record({
    name: fc.constant(name),
    value: fc.constantFrom(...valuesOf(name)),
    isExcluded: fc.boolean(),
  }),
)

/** What a filter promises, said in the plainest way. */
function meets(member: Person, filter: MemberFilter): boolean {
  return [...Map.groupBy(filter, ({ name }) => name).values()].every((terms) => {
    const included = terms.filter(({ isExcluded }) => !isExcluded)
    const excluded = terms.filter(({ isExcluded }) => isExcluded)
    return (
      (included.length === 0 || included.some((one) => has(member, one))) &&
      !excluded.some((one) => has(member, one))
    )
  })
}

const grace: Readonly<Record<string, number>> = { Ordinary: 14, Social: 1, Life: 0 }

function standing({ financialIn, type }: Person): Standing {
  if (type === 'Life') return 'Financial'
  if (financialIn === null) return 'No date'
  if (financialIn >= 0) return 'Financial'
  return financialIn + (grace[type] ?? 0) >= 0 ? 'In grace' : 'Lapsed'
}

/** How many days ago the first day was that somebody was lapsed on. */
const lapsedAgo = ({ financialIn, type }: Person) => -(financialIn ?? 0) - (grace[type] ?? 0) - 1

/** In how many days somebody has their birthday, by the business's day. */
function birthdayIn(birth: string): number {
  const day = new Date(`${today}T00:00:00Z`)
  for (let ahead = 0; ; ahead++, day.setUTCDate(day.getUTCDate() + 1))
    if (day.toISOString().slice(5, 10) === birth.slice(5)) return ahead
}

function has(member: Person, { name, value }: FilterTerm): boolean {
  const points = Number(value)
  const answers: Record<FilterName, boolean> = {
    Financial: (member.financialIn !== null && member.financialIn >= 0) === (value === 'true'),
    Standing: standing(member) === value,
    DueWithinDays:
      member.type !== 'Life' &&
      member.financialIn !== null &&
      member.financialIn >= 0 &&
      member.financialIn < points,
    LapsedWithinDays: standing(member) === 'Lapsed' && lapsedAgo(member) < points,
    BirthdayWithinDays: member.birth !== null && birthdayIn(member.birth) < points,
    Status: member.status === value,
    BirthMonth: member.birth !== null && Number(member.birth.slice(5, 7)) === Number(value),
    Gender: member.gender === value,
    MemberLevel: member.level === value,
    // 'Unlisted' is in no list and has no description.
    MemberLevelDescription: member.level === (value === 'Gold tier' ? 'Gold' : value === 'Gold' ? '' : value),
    MembershipType: member.type === value,
    MembershipTypeDescription: member.type === value,
    PointsBalanceEqualTo: member.points === points,
    PointsBalanceNotEqualTo: member.points !== points,
    PointsBalanceGreaterThan: member.points > points,
    PointsBalanceLessThan: member.points < points,
    PointsBalanceGreaterThanOrEqualTo: member.points >= points,
    PointsBalanceLessThanOrEqualTo: member.points <= points,
  }
  return answers[name]
}

describe('a filter', () => {
  test('leaves the members that a plain look leaves, and counts them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 5 }), async (filter) => {
        const wanted = members.filter((member) => meets(member, filter)).map(({ number }) => number)
        const query = printFilter(filter)
        const list = await admin(api.listMembers, { params, query: { filter: query, limit: 500 } })
        expect(new Set(list.body.Results.map((member) => member.MembershipNumber))).toEqual(new Set(wanted))
        expect(list.body.Results).toHaveLength(wanted.length)
        const count = await admin(api.countEligibleMembers, { params, query: { memberFilterQuery: query } })
        expect(count.body).toEqual({ Count: wanted.length })
      }),
      { numRuns: inLong(150, 60) },
    )
  })

  test('that is empty leaves everyone', async () => {
    const { body } = await admin(api.countEligibleMembers, { params, query: { memberFilterQuery: '' } })
    expect(body.Count).toBe(members.length)
    expect((await admin(api.countEligibleMembers, { params })).body.Count).toBe(members.length)
  })

  test('with a mistake is refused by naming it', async () => {
    const mistakes = 'Status=Active&Colour=red'
    const message = parseFilter(mistakes).errors[0]!.message
    const list = await admin(api.listMembers, { params, query: { filter: mistakes } })
    expect(list).toMatchObject({ status: 400, error: { ErrorMessage: message, Errors: { filter: message } } })
    const count = await admin(api.countEligibleMembers, { params, query: { memberFilterQuery: mistakes } })
    expect(count).toMatchObject({ status: 400, error: { Errors: { memberFilterQuery: message } } })
  })

  test('takes a value for what it is, whatever signs it has', async () => {
    const query = printFilter([{ name: 'Status', value: "x' or true --", isExcluded: false }])
    const { status, body } = await admin(api.countEligibleMembers, {
      params,
      query: { memberFilterQuery: query },
    })
    expect({ status, body }).toEqual({ status: 200, body: { Count: 0 } })
  })
})
