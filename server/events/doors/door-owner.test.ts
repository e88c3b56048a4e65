import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub } from '#tests/hub.ts'
import { makeEvent, publishedEvent } from '#tests/records/events.ts'

const hub = await startTestHub()
afterAll(() => hub.close())

const ownerOf = async (door: string, club = 'harbourside', by = hub.as(people.otherAdmin)) => {
  const { status, body } = await by(api.getDoorOwner, { params: { club, door } })
  return status === 200 ? body.BusinessName : status
}

test('whoever has the link of a door is told whose it is, and nobody with a part of it', async () => {
  const eventId = await publishedEvent(hub)
  expect(await ownerOf(eventId)).toBe('Harbourside Leagues Club')
  expect(await ownerOf(eventId, 'valley-golf')).toBe(404)
  expect(await ownerOf('00000000-0000-0000-0000-000000000000')).toBe(404)
  expect(await ownerOf(eventId, 'no-such-business')).toBe(404)
  expect(await ownerOf(eventId, '‘; drop')).toBe(404)
  expect(await ownerOf(await makeEvent(hub))).toBe(404)
})

test('a door kit of another event is not', async () => {
  const [eventId, other] = [await publishedEvent(hub), await publishedEvent(hub)]
  const params = { businessId: 'harbourside', eventId: other }
  const { body: kit } = await hub.as(people.admin)(api.createDoorKit, { params, body: { Name: 'North' } })
  const path = `/api/cherrypass/v1/doors/harbourside/${eventId}/owner`
  const { statusCode } = await hub.app.inject({
    url: path,
    headers: { authorization: `Bearer ${kit.Secret}` },
  })
  expect(statusCode).toBe(403)
  expect((await hub.app.inject({ url: path })).statusCode).toBe(401)
})
