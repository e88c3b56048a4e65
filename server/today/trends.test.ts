import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { memberStandings } from '#contract/members/standing.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query('delete from trend')
})
afterAll(() => hub.close())

const trends = async (caller: Caller) => (await caller(api.getTrends, { params })).body
const count = () => hub.tasks.count_trends!({} as never, { isLast: false })

test('there is nothing before the first night, then what a plain count finds, however often it is counted', async () => {
  const admin = hub.as(people.admin)
  expect(await trends(admin)).toEqual({ CountedOn: null, Trends: [] })
  await count()
  await count()
  const { CountedOn, Trends } = await trends(admin)
  expect(CountedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(Trends.map(({ Trend }) => Trend)).toEqual(['standings', 'comings', 'points', 'visits'])
  const last = (name: string) =>
    Trends.flatMap(({ Figures }) => Figures)
      .find(({ Name }) => Name === name)!
      .Values.at(-1)
  for (const standing of memberStandings) {
    const { body } = await admin(api.countEligibleMembers, {
      params,
      query: { memberFilterQuery: `Standing=${standing}` },
    })
    expect(last(standing)).toBe(body.Count)
  }
  const { rows } = await hub.owner.query<{ points: string; joined: string; visits: string }>(`
    select (select sum(points_balance) from member where business_id = 'harbourside' and deleted_at is null) as points,
      (select count(*) from member where business_id = 'harbourside' and deleted_at is null
        and date_joined >= date_trunc('month', timezone('Australia/Sydney', now()))) as joined,
      (select count(*) from event_scan where business_id = 'harbourside' and result = 'Valid' and undone_at is null
        and scanned_at >= date_trunc('month', timezone('Australia/Sydney', now())) at time zone 'Australia/Sydney') as visits`)
  expect(last('Points')).toBe(Number(rows[0]!.points))
  expect(last('Joined')).toBe(Number(rows[0]!.joined))
  expect(last('Visits')).toBe(Number(rows[0]!.visits))
  const comings = Trends.find(({ Trend }) => Trend === 'comings')!
  expect(comings.Months).toHaveLength(12)
})

test('each role sees what it may read', async () => {
  const names = async (person: string) => (await trends(hub.as(person))).Trends.map(({ Trend }) => Trend)
  expect(await names(people.reception)).toEqual(['standings', 'comings'])
  expect(await names(people.finance)).toEqual(['standings', 'comings', 'points', 'visits'])
  expect(await names(people.door)).toEqual([])
})

test('users who are confined to venues see those added up', async () => {
  const confined = await confinedAdmin(hub)
  const { rows } = await hub.owner.query<{ value: string }>(
    `select value from trend where business_id = 'harbourside' and figure = 'Financial' and venue_no = '2'
     order by month desc limit 1`,
  )
  const ofVenue = (await trends(confined)).Trends[0]!.Figures[0]!
  expect(ofVenue.Values.at(-1)).toBe(Number(rows[0]!.value))
  const { body } = await confined(api.countEligibleMembers, {
    params,
    query: { memberFilterQuery: 'Standing=Financial' },
  })
  expect(ofVenue.Values.at(-1)).toBe(body.Count)
})

test('of a club whose last member has gone there are no points left', async () => {
  const points = async () => {
    const { rows } = await hub.owner.query<{ points: number }>(
      `select sum(value)::int as points from trend where business_id = 'valley-golf' and figure = 'Points'
         and month = date_trunc('month', timezone('Australia/Sydney', now()))`,
    )
    return rows[0]!.points
  }
  await hub.owner.query(
    `alter table member disable trigger user;
     update member set points_balance = 7 where business_id = 'valley-golf'`,
  )
  await count()
  expect(await points()).toBeGreaterThan(0)
  await hub.owner.query(
    `update member set deleted_at = now() where business_id = 'valley-golf';
     alter table member enable trigger user`,
  )
  await count()
  expect(await points()).toBe(0)
})
