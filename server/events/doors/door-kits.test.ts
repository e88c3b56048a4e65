import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { codeHash, importCodeKey } from '#contract/values/code-hash.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, makeEvent, publishedEvent, scanOf } from '#tests/records/events.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

async function makeKit(eventId: string, by = admin) {
  const { body } = await by(api.createDoorKit, {
    params: { ...harbourside, eventId },
    body: { Name: 'Side gate' },
  })
  const headers = { authorization: `Bearer ${body.Secret}` }
  const kit: Caller = (row, input = {}) => hub.as(null)(row, { ...input, headers })
  return { kit, doorKitId: body.DoorKit.DoorKitId, secret: body.Secret }
}

const keyOf = async (eventId: string) => {
  const { body } = await admin(api.getDoorKey, { params: { ...harbourside, eventId } })
  return importCodeKey(body.Key)
}

describe('a door kit', () => {
  test('scans, undoes and reads the door of its event, in its own name', async () => {
    const eventId = await publishedEvent(hub)
    const { kit } = await makeKit(eventId)
    const params = { ...harbourside, eventId }
    const door = await kit(api.getDoor, { params })
    expect(door.body).toMatchObject({ ScannedBy: 'Door kit Side gate', CanOverride: false, Brand: 'Hub' })
    const scanned = await kit(api.recordScans, { params, body: scanOf('10001') })
    const { Result, ScanId } = scanned.body as ScanAnswer
    expect(Result).toBe('Valid')
    const { rows } = await hub.owner.query(`select actor_name from event_scan where scan_id = $1`, [ScanId])
    expect(rows).toEqual([{ actor_name: 'Door kit Side gate' }])
    expect((await kit(api.undoScan, { params: { ...params, scanId: ScanId } })).status).toBe(200)
    expect((await kit(api.getDoorSnapshot, { params })).body.Guests?.length).toBeGreaterThan(1000)
  })

  const forKits = new Set([
    'recordScans',
    'undoScan',
    'admitScan',
    'getDoorNow',
    'listWhoIsIn',
    'getDoor',
    'getDoorSnapshot',
    'getDoorKey',
    'getDoorList',
    'getDoorListPart',
    'getDoorPhoto',
    'searchGuests',
    'getVisitorDesk',
    'findVisitorHost',
    'signInVisitor',
    'checkOutVisitor',
  ])

  test('can do nothing else', async () => {
    const eventId = await publishedEvent(hub)
    const { kit } = await makeKit(eventId)
    for (const [name, row] of Object.entries(api as Record<string, Endpoint>)) {
      if (row.access.kind === 'anyone' || forKits.has(name)) continue
      const sample = samples[name as keyof typeof samples]
      const answer = await kit(row, { ...sample, params: { ...harbourside, eventId, ...sample.params } })
      expect(answer.status, name).toBe(403)
    }
  })

  test('knows no other event and no other business', async () => {
    const eventId = await publishedEvent(hub)
    const { kit } = await makeKit(eventId)
    const other = await publishedEvent(hub)
    for (const params of [
      { ...harbourside, eventId: other },
      { businessId: 'valley-golf', eventId },
    ])
      expect((await kit(api.recordScans, { params, body: scanOf('10001') })).status).toBe(404)
  })

  test('is shut out at once when it is revoked, once', async () => {
    const eventId = await publishedEvent(hub)
    const params = { ...harbourside, eventId }
    const { kit, doorKitId } = await makeKit(eventId)
    expect((await kit(api.getDoor, { params })).status).toBe(200)
    const revoked = await admin(api.revokeDoorKit, { params: { ...params, doorKitId } })
    expect(revoked.body.RevokedDate).not.toBeNull()
    const answer = await kit(api.getDoor, { params })
    expect(answer.status).toBe(401)
    expect(answer.error.ErrorMessage).toBe('This door kit no longer works. Ask for a new one.')
    expect((await admin(api.revokeDoorKit, { params: { ...params, doorKitId } })).status).toBe(409)
    const { body } = await admin(api.listDoorKits, { params })
    expect(body.Results).toEqual([
      expect.objectContaining({ Name: 'Side gate', CreatedByUser: 'Alex Admin' }),
    ])
  })

  test('is of use for a day after the event, to hand in what was scanned, and then no more', async () => {
    const eventId = await publishedEvent(hub)
    const params = { ...harbourside, eventId }
    const days = (n: number) =>
      hub.owner.query(
        `update event set start_date = (now() at time zone time_zone)::date - $2::int,
           end_date = (now() at time zone time_zone)::date - $2::int where event_id = $1`,
        [eventId, n],
      )
    const { kit: first } = await makeKit(eventId)
    const { kit: second } = await makeKit(eventId)
    await days(1)
    expect((await first(api.recordScans, { params, body: scanOf('10001') })).status).toBe(200)
    expect((await first(api.getDoorSnapshot, { params })).status).toBe(409)
    await days(2)
    expect((await second(api.recordScans, { params, body: scanOf('10001') })).status).toBe(401)
  })

  test('of somebody confined to a venue knows the members of that venue', async () => {
    const eventId = await publishedEvent(hub, { LetsSuspendedIn: true })
    const params = { ...harbourside, eventId }
    const { kit, doorKitId } = await makeKit(eventId)
    await hub.owner.query(`update door_kit set venues = '{2}' where door_kit_id = $1`, [doorKitId])
    const { rows } = await hub.owner.query(
      `select count(*)::int as n from member where business_id = 'harbourside' and venue_no = '2' and deleted_at is null`,
    )
    expect((await kit(api.getDoorSnapshot, { params })).body.Guests).toHaveLength(rows[0].n)
  })

  test('is not made for an event that is over, nor out of nothing', async () => {
    const eventId = await makeEvent(hub, { EventStartDate: '2026-01-01', EventEndDate: '2026-01-01' })
    const answer = await admin(api.createDoorKit, {
      params: { ...harbourside, eventId },
      body: { Name: 'Late' },
    })
    expect(answer.status).toBe(409)
    const made = await hub.as(null)(api.getDoor, {
      params: { ...harbourside, eventId },
      headers: { authorization: 'Bearer kit.harbourside.made-up' },
    })
    expect(made.status).toBe(401)
  })

  test('keeps its secret to itself', async () => {
    const { secret } = await makeKit(await publishedEvent(hub))
    const { rows } = await hub.owner.query(`select door_kit::text as kit from door_kit`)
    for (const { kit } of rows) expect(kit).not.toContain(secret.split('.')[2])
  })
})

describe('the snapshot', () => {
  test('has hashes, names and levels of those who may come, and nothing more', async () => {
    const eventId = await publishedEvent(hub, {
      MemberFilterQuery: 'MemberLevel=Gold&Financial=true',
      LetsSuspendedIn: true,
    })
    const params = { ...harbourside, eventId }
    const { body } = await admin(api.getDoorSnapshot, { params })
    const { body: count } = await admin(api.countEligibleMembers, {
      params: harbourside,
      query: { memberFilterQuery: 'MemberLevel=Gold&Financial=true' },
    })
    expect(body.Guests).toHaveLength(count.Count)
    const { rows } = await hub.owner.query(
      `select member_id as id, membership_number as number, badge_number as badge, first_name || ' ' || last_name as name from member
       where business_id = 'harbourside' and member_level = 'Gold' and date_financial > current_date
         and badge_number is not null limit 1`,
    )
    const { id, number, badge, name } = rows[0]
    const key = await keyOf(eventId)
    const line = [name, String(body.Levels.indexOf('Gold')), id, await codeHash(key, number)]
    const badgeHash = await codeHash(key, badge.toLowerCase())
    expect(body.Guests).toContain([...line, badgeHash].join('\t'))
    expect(JSON.stringify(body)).not.toContain(`"${number}`)
  })

  test('is not sent again while it is the newest', async () => {
    const eventId = await publishedEvent(hub)
    const params = { ...harbourside, eventId }
    const make = () => hub.tasks.make_door_list!({ ...params, venues: '' } as never, { isLast: false })
    const none = await admin(api.getDoorSnapshot, { params })
    const again = await admin(api.getDoorSnapshot, { params, query: { version: none.body.Version } })
    expect(again.body.Guests).toHaveLength(none.body.Guests!.length)
    // It goes by the list that is made for all doors.
    await make()
    const { body } = await admin(api.getDoorSnapshot, { params })
    const same = await admin(api.getDoorSnapshot, { params, query: { version: body.Version } })
    expect(same.body).toEqual({ Version: body.Version, Levels: [], Guests: null })
    await hub.owner.query(
      `update member set first_name = 'Renamed', updated_at = now() where business_id = 'harbourside' and membership_number = '10007'`,
    )
    await hub.owner.query(`update door_list set checked_at = now() - interval '1 hour'`)
    const asked = await admin(api.getDoorSnapshot, { params, query: { version: body.Version } })
    expect(asked.body.Guests).toBeNull()
    await make()
    const newer = await admin(api.getDoorSnapshot, { params, query: { version: body.Version } })
    expect(newer.body.Guests?.some((line) => line.startsWith('Renamed '))).toBe(true)
  })

  test('says nothing of numbers without the key of its event, nor with that of another', async () => {
    const [eventId, other] = [await publishedEvent(hub), await publishedEvent(hub)]
    const hashesOf = async (id: string) => {
      const { body } = await admin(api.getDoorSnapshot, { params: { ...harbourside, eventId: id } })
      return body.Guests!.flatMap((line) => line.split('\t').slice(3))
    }
    const hashes = new Set(await hashesOf(eventId))
    const numbers = Array.from({ length: 20_000 }, (_, i) => String(10_000 + i))
    const found = (hashOf: (number: string) => string) =>
      numbers.filter((number) => hashes.has(hashOf(number))).length
    const shortened = (digest: Buffer) => digest.subarray(0, 9).toString('base64url')
    const { body } = await admin(api.getDoorKey, { params: { ...harbourside, eventId } })
    const key = Buffer.from(body.Key, 'base64')
    const keyed = (number: string) => shortened(createHmac('sha256', key).update(number).digest())
    expect(found(keyed)).toBeGreaterThan(100)
    for (const salt of ['', 'harbourside ', `${eventId} `, `harbourside ${eventId} `])
      expect(
        found((number) =>
          shortened(
            createHash('sha256')
              .update(salt + number)
              .digest(),
          ),
        ),
      ).toBe(0)
    expect((await hashesOf(other)).filter((hash) => hashes.has(hash))).toEqual([])
    expect(
      JSON.stringify(await admin(api.getDoorSnapshot, { params: { ...harbourside, eventId } })),
    ).not.toContain(body.Key)
  })

  test('and its key are for the doors of the event alone, while it is to be held', async () => {
    const [eventId, other] = [await publishedEvent(hub), await publishedEvent(hub)]
    const { kit } = await makeKit(eventId)
    expect((await kit(api.getDoorKey, { params: { ...harbourside, eventId } })).status).toBe(200)
    expect((await kit(api.getDoorKey, { params: { ...harbourside, eventId: other } })).status).toBe(404)
    const draft = await makeEvent(hub)
    expect((await admin(api.getDoorKey, { params: { ...harbourside, eventId: draft } })).status).toBe(409)
  })

  test('names members as a scan understands it, and as one of the former version did', async () => {
    const eventId = await publishedEvent(hub)
    const params = { ...harbourside, eventId }
    const { body } = await admin(api.getDoorSnapshot, { params })
    const [name, , id] = body.Guests![40]!.split('\t')
    const { rows } = await hub.owner.query(
      `select code_hash(business_id, membership_number) as hash from member where member_id = $1`,
      [id],
    )
    for (const [code, result] of [
      [`~${id}`, 'Valid'],
      [`~${rows[0].hash}`, 'AlreadyIn'],
    ] as const) {
      const scanned = await admin(api.recordScans, { params, body: scanOf(code) })
      const { Result, Member } = scanned.body as ScanAnswer
      expect(Result).toBe(result)
      expect(`${Member?.FirstName} ${Member?.LastName}`).toBe(name)
    }
  })

  test('is there for an event that is open, and no other', async () => {
    const eventId = await makeEvent(hub)
    expect((await admin(api.getDoorSnapshot, { params: { ...harbourside, eventId } })).status).toBe(409)
  })
})

test('those that are revoked take no place', async () => {
  const eventId = await publishedEvent(hub)
  const params = { ...harbourside, eventId }
  const insert = `insert into door_kit (business_id, event_id, name, secret_hash, created_by, revoked_at)
    select 'harbourside', $1, 'Gate ' || n, gen_random_uuid()::text::bytea, 'Test', $2 from generate_series(1, $3::int) n`
  await hub.owner.query(insert, [eventId, new Date(), 450])
  await hub.owner.query(insert, [eventId, null, 199])
  const make = () => admin(api.createDoorKit, { params, body: { Name: 'Side gate' } })
  expect((await make()).status).toBe(200)
  expect((await make()).error.ErrorMessage).toBe(
    'An event can have 200 door kits at the most. Revoke one that isn’t needed.',
  )
  const { Results } = (await admin(api.listDoorKits, { params })).body
  expect(Results).toHaveLength(400)
  expect(Results.filter(({ RevokedDate }) => RevokedDate === null)).toHaveLength(200)
})
