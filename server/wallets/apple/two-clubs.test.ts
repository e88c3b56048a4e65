import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noTenant } from '#platform/database'
import { raiseTags } from '#server/passes/issued'
import { isIn } from '#tests/filled-before.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { changedOnDevice } from './registrations.ts'
import { SeenText } from './seen-tags.ts'

const clubs = ['harbourside', 'valley-golf'] as const
const [one, other] = clubs
let hub: TestHub
let deviceId: string

beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(`
    insert into pass_configuration (business_id, pass_configuration_id, document, updated_by_name)
    select '${other}', pass_configuration_id, document, updated_by_name from pass_configuration
    where business_id = '${one}' and pass_configuration_id = 'member-card' on conflict do nothing`)
})
afterAll(() => hub.close())
beforeEach(async () => {
  deviceId = randomUUID()
  for (const club of clubs) await install(club)
})

/** A new pass of the club, on the device; its serial is the club's name and something of its own. */
async function install(club: string): Promise<void> {
  // What the owner's functions do with it, row-level security holds for.
  await hub.owner.query(isIn(club))
  await hub.owner.query(
    `with member as (
       insert into member (business_id, member_id, venue_no, member_key, first_name, last_name, membership_type)
       select $1, $2, venue_no, $2, 'Pat', 'Holder', 'Ordinary' from venue where business_id = $1 limit 1
     ), installed as (
       insert into pass (business_id, pass_id, pass_configuration_id, member_id, serial, coupon_code, holder_hash,
         claimed_at, invited_to, issued_by_id, issued_by_name)
       values ($1, $2, 'member-card', $2, $1 || $2, left(md5($1 || $2), 12), sha256(($1 || $2)::bytea), now(), '', '', '')
     )
     insert into apple_registration (business_id, pass_id, device_id, push_token) values ($1, $2, $2, 'token')`,
    [club, deviceId],
  )
}

const queue = (club: string) => hub.owner.query(`select queue_passes($1, array[$2])`, [club, deviceId])
const raise = (club: string) => raiseTags(hub.database, club, async () => undefined)
const change = async (club: string) => {
  await queue(club)
  await raise(club)
}
const ask = async (since?: string) => {
  const changed = await changedOnDevice(hub.database.forTenant(noTenant), deviceId, SeenText.parse(since))
  return changed && { ...changed, clubs: changed.serialNumbers.map((serial) => serial.replace(deviceId, '')) }
}
const tagOf = async (club: string) => {
  const { rows } = await hub.owner.query<{ tag: string }>(
    'select update_tag as tag from pass where business_id = $1 and pass_id = $2',
    [club, deviceId],
  )
  return Number(rows[0]!.tag)
}

describe('a device with the passes of two clubs', () => {
  test('is told of each change of either, once', async () => {
    const first = (await ask())!
    expect(first.clubs.toSorted()).toEqual(clubs)
    expect(await ask(first.lastUpdated)).toBeNull()
    await change(one)
    const second = (await ask(first.lastUpdated))!
    expect(second.clubs).toEqual([one])
    await change(other)
    const third = (await ask(second.lastUpdated))!
    expect(third.clubs).toEqual([other])
    expect(await ask(third.lastUpdated)).toBeNull()
  })

  test('is told of one that was given its tag first and was done last; the clubs wait for each other in nothing', async () => {
    const { lastUpdated } = (await ask())!
    await queue(other)
    let isTagged = () => undefined as void
    let finish = () => undefined as void
    const tagged = new Promise<void>((resolve) => (isTagged = resolve))
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const slow = raiseTags(hub.database, other, async () => {
      isTagged()
      await finished
    })
    await tagged
    await change(one)
    const between = (await ask(lastUpdated))!
    expect(between.clubs).toEqual([one])
    finish()
    await slow
    expect(await tagOf(other)).toBeLessThan(await tagOf(one))
    expect((await ask(between.lastUpdated))!.clubs).toEqual([other])
  })

  test('that comes with a number from before hears of what has changed since', async () => {
    await hub.owner.query('update pass set update_tag = 1 where pass_id = $1', [deviceId])
    await hub.owner.query(`select setval('pass_update_tag', 5000)`)
    await change(other)
    const changed = (await ask('5000'))!
    expect(changed.clubs).toContain(other)
    expect(await ask(changed.lastUpdated)).toBeNull()
  })
})

test('what a former version gives out is above all that this one has, and the other way round', async () => {
  const tags = []
  for (let round = 0; round < 3; round++) {
    await change(one)
    tags.push(await tagOf(one))
    // As the former version says it.
    await hub.database.forTenant(one).run(sql`
      update pass p set update_tag = nextval('pass_update_tag'), changed_at = clock_timestamp()
      where p.business_id = ${one} and p.pass_id = ${deviceId}`)
    tags.push(await tagOf(one))
  }
  expect(tags).toEqual([...new Set(tags)].toSorted((a, b) => a - b))
  // A clock that goes back takes no tag back.
  await hub.owner.query(`update pass_tag set last_tag = last_tag + 3600000 where business_id = $1`, [one])
  await change(one)
  expect(await tagOf(one)).toBeGreaterThan(tags.at(-1)! + 3_599_999)
})

test.each(['yesterday', '-1', '1e3', '5_Club.3', '5_club', '5_club.x', `5${'_club.3'.repeat(1000)}`, ''])(
  'a tag that is none of ours is refused (%#)',
  (text) => expect(SeenText.safeParse(text).success).toBe(false),
)
