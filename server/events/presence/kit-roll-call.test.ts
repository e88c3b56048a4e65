import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people } from '#tests/hub.ts'
import { harbourside, publishedEvent, scanOf, startDoors } from '#tests/records/events.ts'

const { hub, admin } = await startDoors()
afterAll(() => hub.close())

async function makeKit(eventId: string) {
  const body = { Name: 'Side gate' }
  const made = await admin(api.createDoorKit, { params: { ...harbourside, eventId }, body })
  const headers = { authorization: `Bearer ${made.body.Secret}` }
  const kit: Caller = (row, input = {}) => hub.as(null)(row, { ...input, headers })
  return { kit, doorKitId: made.body.DoorKit.DoorKitId }
}

const namesBy = async (kit: Caller, eventId: string) =>
  (await kit(api.listWhoIsIn, { params: { ...harbourside, eventId } })).body.Results.map(
    ({ MembershipNumber }) => MembershipNumber,
  )

test('a door kit is told who is in as an account is, at its own event, until it is revoked', async () => {
  const [eventId, other] = [await publishedEvent(hub), await publishedEvent(hub)]
  const { kit, doorKitId } = await makeKit(eventId)
  await kit(api.recordScans, { params: { ...harbourside, eventId }, body: scanOf('10001') })
  expect(await namesBy(kit, eventId)).toEqual(['10001'])
  expect(await namesBy(hub.as(people.door), eventId)).toEqual(['10001'])
  const statusOf = async (params: { businessId: string; eventId: string }) =>
    (await kit(api.listWhoIsIn, { params })).status
  expect(await statusOf({ ...harbourside, eventId: other })).toBe(404)
  expect(await statusOf({ businessId: 'valley-golf', eventId })).toBe(404)
  await admin(api.revokeDoorKit, { params: { ...harbourside, eventId, doorKitId } })
  expect(await statusOf({ ...harbourside, eventId })).toBe(401)
})
