import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, file } from '#contract/endpoint.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import { isRevised } from '#contract/revisions.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'
import { type Place, saveCases } from '#tests/samples/saves/saves.ts'

/** What is so of every save, and of every file: over all rows, so that a new one is in it. */

const businessId = 'harbourside'
let hub: TestHub
let at: Place
beforeAll(async () => {
  hub = await startTestHub()
  at = { hub, me: people.superAdmin, ids: await recordIds(hub.owner, businessId) }
})
afterAll(() => hub.close())

type Input = { params?: object; query?: object; body?: unknown }
const rows = Object.entries(api as Record<string, Endpoint>)
const send = (name: string, row: Endpoint) => {
  const { params, ...sample } = samples[name as keyof typeof samples] as Input
  return hub.as(people.superAdmin)(row, { params: { ...at.ids, ...params }, ...sample })
}
const entriesOf = async (action: string) => {
  const { rows: found } = await hub.owner.query(`select from audit_entry where action = $1`, [action])
  return found.length
}

test.each(Object.entries(saveCases))('%s leaves one entry of two saves of the same', async (name, one) => {
  const [, mine] = one.values
  const before = await entriesOf(name)
  for (const _ of [1, 2]) {
    const { revision } = await one.read(at)
    expect((await one.save(at, at.me, mine, revision)).status).toBeLessThan(300)
  }
  expect(await entriesOf(name)).toBe(before + 1)
})

const otherSaves = rows.filter(
  ([, row]) =>
    (row.method === 'PUT' || row.method === 'PATCH') &&
    !isRevised(row) &&
    row.access.kind !== 'anyone' &&
    row.access.kind !== 'till',
)
test.each(otherSaves)('%s leaves none of a second save of the same', async (name, row) => {
  await send(name, row)
  const before = await entriesOf(name)
  await send(name, row)
  expect(await entriesOf(name)).toBe(before)
})

const files = rows.filter(
  ([, row]) => row.output === file && row.access.kind !== 'anyone' && row.path.includes('{businessId}'),
)
const stamped = new Set<string>()
test.each(files)('the file of %s is named by the business’s clock', async (name, row) => {
  // At any moment one of the two has another day than the server.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await hub.owner.query(`update business set time_zone = $2 where business_id = $1`, [businessId, zone])
    await hub.owner.query(`update event set time_zone = $2 where business_id = $1`, [businessId, zone])
    const hours = [hourIn(zone)]
    const { headers } = await send(name, row)
    hours.push(hourIn(zone))
    const stamp = /-(\d\d-\d\d-\d{4}-\d\d)-\d\d-\d\d\./.exec(String(headers['content-disposition']))?.[1]
    if (stamp === undefined) continue
    stamped.add(name)
    expect(hours).toContain(stamp)
  }
})

test('files that are named so were looked at', () => {
  expect([...stamped]).toEqual(expect.arrayContaining(['exportAudit', 'exportMembers']))
})

const hourIn = (zone: string) => {
  const { date, time } = zonedTime(new Date(), zone)
  return `${date.split('-').toReversed().join('-')}-${time.slice(0, 2)}`
}
