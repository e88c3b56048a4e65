import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, makeEvent, publishedEvent, sydneyDay } from '#tests/records/events.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const seenBy = async (email: string, eventId: string) => {
  const by = hub.as(email)
  const { body } = await by(api.listEvents, { params: harbourside, query: { limit: 500 } })
  const { status } = await by(api.getEvent, { params: { ...harbourside, eventId } })
  return [body.Results.some(({ id }) => id === eventId), status === 200]
}
const [isSeen, isNotSeen] = [
  [true, true],
  [false, false],
]

test.each([
  ['today', 0, isSeen],
  ['yesterday, into the night', -1, isSeen],
  ['in a week', 7, isSeen],
  ['in eight days', 8, isNotSeen],
  ['over since the day before yesterday', -2, isNotSeen],
])('who scans sees an event that is %s', async (_, shift, expected) => {
  const eventId = await publishedEvent(hub)
  await hub.owner.query('update event set start_date = $2, end_date = $2 where event_id = $1', [
    eventId,
    sydneyDay(shift),
  ])
  expect(await seenBy(people.door, eventId)).toEqual(expected)
  expect(await seenBy(people.promotions, eventId)).toEqual(expected)
  expect(await seenBy(people.admin, eventId)).toEqual(isSeen)
})

test.each(['complete', 'cancel'] as const)('who scans sees no draft, and nothing after %s', async (step) => {
  const draft = await makeEvent(hub)
  expect(await seenBy(people.door, draft)).toEqual(isNotSeen)
  const eventId = await publishedEvent(hub)
  await hub.as(people.admin)(api.setEventStatus, { params: { ...harbourside, eventId, status: step } })
  expect(await seenBy(people.door, eventId)).toEqual(isNotSeen)
})
