import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { harbourside, scanOf, startDoors } from '#tests/records/events.ts'
import { signIn } from '#tests/records/visitors.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

const { hub, admin, member, scan } = await startDoors()
afterAll(() => hub.close())

const { body: entry } = await admin(api.switchEntryOn, {
  params: harbourside,
  body: { VenueNo: '1', OpenHours: null },
})
const params = { ...harbourside, eventId: entry.id }

test('who is confined to another venue opens, closes, equips and counts at no door of this one', async () => {
  const { body: made } = await admin(api.createDoorKit, { params, body: { Name: 'Front desk' } })
  const confined = await confinedAdmin(hub)
  const answers = await Promise.all([
    confined(api.setEventStatus, { params: { ...params, status: 'complete' } }),
    confined(api.createDoorKit, { params, body: { Name: 'Mine' } }),
    confined(api.revokeDoorKit, { params: { ...params, doorKitId: made.DoorKit.DoorKitId } }),
    confined(api.getDoor, { params }),
    confined(api.getDoorNow, { params }),
    confined(api.listDoorKits, { params }),
  ])
  for (const { status, error } of answers)
    expect([status, error.ErrorMessage]).toEqual([404, 'The entry was not found.'])
  expect((await admin(api.getDoor, { params })).body.Event.EventStatus).toBe('Published')
})

test('it is closed with its own venue, not with another of the same name', async () => {
  const set = (venueNo: string, enabled: boolean) =>
    hub.owner.query(
      `update venue set enabled = $2, closed_at = now() - interval '1 hour', opened_at = now() - interval '59 minutes'
       where business_id = 'harbourside' and venue_no = $1`,
      [venueNo, enabled],
    )
  await hub.owner.query(`update event set location = v.display_name from venue v
    where event.kind = 'Entry' and v.business_id = event.business_id and v.venue_no = '2'`)
  await set('2', false)
  expect((await scan(entry.id, scanOf(member.number))).body.Result).toBe('Valid')
  expect((await admin(api.getDoor, { params })).status).toBe(200)
  await set('2', true)
  await set('1', false)
  expect((await scan(entry.id, scanOf(member.number))).body.Result).toBe('EventNotOpen')
  expect((await admin(api.getDoor, { params })).error.ErrorCode).toBe('venue_closed')
})

// All that a door does, and what is done by hand besides.
const rowsOfDoors = Object.entries(api as Record<string, Endpoint>).filter(
  ([name, { access }]) =>
    access.kind === 'permission' && (access.orDoorKit || ['overrideScan', 'admitScan'].includes(name)),
)

test('who is confined to another venue does nothing at all there, whatever the row', async () => {
  await hub.owner.query(`update venue set enabled = true where business_id = 'harbourside'`)
  const confined = await confinedAdmin(hub)
  const { body: visit } = await signIn(admin, entry.id, { HostCode: member.number })
  const ids = {
    ...(await recordIds(hub.owner, 'harbourside')),
    ...params,
    visitId: visit.VisitId,
    part: 'any',
  }
  expect(rowsOfDoors.length).toBeGreaterThan(12)
  for (const [name, row] of rowsOfDoors) {
    const call = { ...samples[name as keyof typeof samples], params: ids }
    const { status, error } = await confined(row, call)
    expect([name, status, error?.ErrorMessage]).toEqual([name, 404, 'The entry was not found.'])
    const theirs = await admin(row, call)
    expect([name, theirs.error?.ErrorMessage]).not.toEqual([name, 'The entry was not found.'])
  }
  const late = { ...scanOf(member.number), DecidedAs: 'Valid' as const }
  expect((await confined(api.recordScans, { params, body: { Scans: [late] } })).status).toBe(404)
})
