import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { growMembers } from '#server/demo/members'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent } from '#tests/records/events.ts'

// What is done in pieces is done in pieces of the same size, however many members there are.
const members = 200_000
const long = 15 * 60_000
// Points of a type that expires after 12 months.
const bonus = 'points/bonus'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await growMembers(hub.databaseUrl, harbourside.businessId, members, () => undefined, 'fast')
  await hub.owner.query('analyze')
}, long)
afterAll(() => hub.close())

/** Carries out the turns of a job until there is nothing left for it. */
async function work(task: string, payload: object, isUnderWay: () => Promise<boolean>): Promise<void> {
  while (await isUnderWay()) await hub.tasks[task]!(payload as never, { isLast: false })
}

/** Carries out a recurring job, and the turns that it queues for what is left. */
async function recur(task: string): Promise<void> {
  let payload: object | undefined = {}
  while (payload) {
    await hub.tasks[task]!(payload as never, { isLast: false })
    const { rows } = await hub.owner.query<{ payload: object }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 returning payload`,
      [task],
    )
    payload = rows[0]?.payload
  }
}

/** How many rows of members have been written since the last time. */
async function written(): Promise<number> {
  await hub.owner.query('select pg_stat_force_next_flush()')
  const { rows } = await hub.owner.query(
    `select n_tup_upd::int as n from pg_stat_user_tables where relname = 'member'`,
  )
  return rows[0].n
}

test(
  'saving a venue writes no member, and the job that follows leaves no balance behind',
  async () => {
    const superAdmin = hub.as(people.superAdmin)
    const { body: before } = await superAdmin(api.listVenues, { params: harbourside })
    const types = before.Results[0]!.PointsTypes
    const writtenBefore = await written()
    const { body: saved } = await superAdmin(api.updateVenue, {
      params: { ...harbourside, venueId: '1' },
      body: { PointsTypes: types.map((type) => ({ ...type, IsDefault: !type.IsDefault })) },
    })
    expect(saved._Meta.PointsRecount).toBeDefined()
    expect(await written()).toBe(writtenBefore)
    const isUnderWay = async () => {
      const { body } = await superAdmin(api.listVenues, { params: harbourside })
      return body.Results[0]!._Meta.PointsRecount !== undefined
    }
    await work('count_points_anew', { ...harbourside, venueNo: '1' }, isUnderWay)
    const { rows } = await hub.owner.query(
      `select count(*)::int as wrong from member m
       where m.points_balance <> default_points_balance(m.business_id, m.member_id, m.venue_no)`,
    )
    expect(rows[0].wrong).toBe(0)
  },
  long,
)

test(
  'the list of a door comes in parts of one size, as large as a slow connection brings in minutes',
  async () => {
    const eventId = await publishedEvent(hub)
    const door = hub.as(people.door)
    const params = { ...harbourside, eventId }
    const list = async () => (await door(api.getDoorList, { params })).body
    await list()
    await work('make_door_list', { ...params, venues: '' }, async () => (await list()).IsUnderWay)
    const { Parts, ExpectedGuests } = await list()
    expect(ExpectedGuests).toBeGreaterThan(members * 0.8)
    expect(Parts.reduce((sum, { Guests }) => sum + Guests, 0)).toBe(ExpectedGuests)
    expect(Math.max(...Parts.map(({ Guests }) => Guests))).toBeLessThanOrEqual(2_000)
    // At 50 kB a second.
    expect(Parts.reduce((sum, { Bytes }) => sum + Bytes, 0)).toBeLessThan(50_000 * 60 * 8)
    const url = api.getDoorListPart.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => ({ ...params, part: Parts[0]!.Part })[name as 'part'],
    )
    const headers = {
      authorization: `Bearer ${await hub.tokenOf(people.door)}`,
      'accept-encoding': 'gzip',
    }
    const { rawPayload } = await hub.app.inject({ url, headers })
    expect(gunzipSync(rawPayload).toString('utf8').split('\n')).toHaveLength(Parts[0]!.Guests)
  },
  long,
)

test(
  'expiring points goes through all members, and leaves none that are due',
  async () => {
    // From the first to the last piece that they are gone through in, and more than any piece has.
    const { rows: given } = await hub.owner.query<{ id: string }>(
      `select id from (
         select member_id as id, row_number() over (order by member_id) as n from member m
         where business_id = $1 and venue_no = '1' and deleted_at is null and not exists (
           select from ledger_account a where a.business_id = m.business_id and a.owner_id = m.member_id and a.unit = $2)
       ) those where n % 25 = 1`,
      [harbourside.businessId, bonus],
    )
    expect(given.length).toBeGreaterThan(2_000)
    await hub.owner.query(`select set_config('app.business_id', $1, false)`, [harbourside.businessId])
    await hub.owner.query(
      `select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', id], array[$2, $2],
         array[-1000::bigint, 1000::bigint], p_at => now() - make_interval(months => 13))
       from unnest($1::text[]) id`,
      [given.map(({ id }) => id), bonus],
    )
    const left = async () => {
      const { rows } = await hub.owner.query<{ n: number }>(
        `select count(*)::int as n from ledger_account
         where business_id = $1 and owner_id = any($2) and unit = $3 and balance > 0`,
        [harbourside.businessId, given.map(({ id }) => id), bonus],
      )
      return rows[0]!.n
    }
    expect(await left()).toBe(given.length)
    await recur('expire_points')
    expect(await left()).toBe(0)
  },
  long,
)
