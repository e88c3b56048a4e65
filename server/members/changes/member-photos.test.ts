import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { harbourside, publishedEvent, scanOf } from '#tests/records/events.ts'
import { mergeMembers } from '#tests/records/merges.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const picture = async (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 60 } } })
    .withExif({ IFD0: { Copyright: 'Where it was taken' } })
    .jpeg()
    .toBuffer()
const of = (memberId: string) => ({ params: { ...harbourside, memberId } })
const create = async (LastName: string) => {
  const body = { FirstName: 'Phil', LastName, MembershipType: 'Ordinary' }
  return (await admin(api.createMember, { params: harbourside, query: { venueId: '1' }, body })).body.data.id
}
const put = (memberId: string, image: Buffer, by = admin) =>
  by(api.setMemberPhoto, { ...of(memberId), body: { imageData: image.toString('base64') } })
const take = async (memberId: string) => (await put(memberId, await picture())).body.Photo!.PhotoId
const photoOf = async (memberId: string) =>
  (await admin(api.getMemberPhoto, of(memberId))).body.Photo?.PhotoId ?? null

async function fetchFile(path: string, ids: Record<string, string>, headers: Record<string, string> = {}) {
  const url = Object.entries({ ...harbourside, ...ids }).reduce(
    (at, [name, id]) => at.replace(`{${name}}`, id),
    path,
  )
  const authorization = `Bearer ${headers.as ?? (await hub.tokenOf(people.admin))}`
  return hub.app.inject({ method: 'GET', url, headers: { ...headers, authorization } })
}
const imageOf = (memberId: string, photoId: string, headers = {}) =>
  fetchFile(api.getMemberPhotoImage.path, { memberId, photoId }, headers)

test('a photo is made square, small and silent, and told of without its bytes', async () => {
  const memberId = await create('Portrait')
  expect(await photoOf(memberId)).toBeNull()
  const photoId = await take(memberId)
  const answer = await imageOf(memberId, photoId)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    etag: `"${photoId}"`,
  })
  const { width, height, exif, format } = await sharp(answer.rawPayload).metadata()
  expect({ width, height, exif, format }).toEqual({
    width: 480,
    height: 480,
    exif: undefined,
    format: 'jpeg',
  })
  expect((await imageOf(memberId, photoId, { 'if-none-match': `"${photoId}"` })).statusCode).toBe(304)
  const { body } = await admin(api.listMemberHistory, of(memberId))
  expect(body.Results[0]).toMatchObject({ Before: { Photo: null }, After: { Photo: 'Added a photo' } })
})

test('another one takes its place, and of the former nothing is left', async () => {
  const memberId = await create('Twice')
  const former = await take(memberId)
  const photoId = await take(memberId)
  expect(photoId).not.toBe(former)
  expect((await imageOf(memberId, former)).statusCode).toBe(404)
  expect((await admin(api.removeMemberPhoto, of(memberId))).body.Photo).toBeNull()
  expect((await imageOf(memberId, photoId)).statusCode).toBe(404)
  const again = await admin(api.removeMemberPhoto, of(memberId))
  expect(again).toMatchObject({ status: 409, error: { ErrorMessage: 'There is no photo of this member.' } })
})

test('what is noisy is made small enough', async () => {
  const memberId = await create('Noise')
  const raw = { width: 700, height: 700, channels: 3 } as const
  const noise = await sharp(randomBytes(700 * 700 * 3), { raw })
    .png()
    .toBuffer()
  const { body } = await put(memberId, noise)
  const { rawPayload } = await imageOf(memberId, body.Photo!.PhotoId)
  expect(rawPayload.length).toBeLessThanOrEqual(60_000)
})

test.each([
  [
    'a drawing',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'The picture must be a PNG or a JPEG.',
  ],
  ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), /could not be read/],
  [
    'more than four megabytes',
    Buffer.alloc(4 * 1024 * 1024 + 9, 1),
    'The picture can have 4 MB at the most.',
  ],
])('%s is refused with a sentence', async (_, image, sentence) => {
  const { status, error } = await put(await create('Refused'), image)
  expect(status).toBe(400)
  expect(Object.values(error.Errors ?? {})[0]).toMatch(sentence)
})

test('who may not edit members changes none, and who is confined sees those of their venues', async () => {
  const memberId = await create('Elsewhere')
  const photoId = await take(memberId)
  expect((await put(memberId, await picture(), hub.as(people.door))).status).toBe(403)
  const confined = await confinedAdmin(hub)
  const params = { ...of(memberId).params, photoId }
  expect((await confined(api.getMemberPhotoImage, { params })).status).toBe(404)
  expect((await put(memberId, await picture(), confined)).status).toBe(404)
})

test('the door sees it while the event is on', async () => {
  const [memberId, eventId] = [await create('Door'), await publishedEvent(hub)]
  const photoId = await take(memberId)
  const { body } = await admin(api.createDoorKit, {
    params: { ...harbourside, eventId },
    body: { Name: 'Front' },
  })
  const atDoor = () => fetchFile(api.getDoorPhoto.path, { eventId, photoId }, { as: body.Secret })
  const { body: scanned } = await hub.asTill(body.Secret)(api.recordScans, {
    params: { ...harbourside, eventId },
    body: scanOf(`~${memberId}`),
  })
  expect(scanned).toMatchObject({ Result: 'Valid', Member: { PhotoId: photoId } })
  const answer = await atDoor()
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(answer.headers['cache-control']).toBe('no-store')
  await admin(api.setEventStatus, { params: { ...harbourside, eventId, status: 'complete' } })
  expect((await atDoor()).statusCode).toBe(409)
})

test('a deleted member’s photo is erased, and doesn’t come back', async () => {
  const memberId = await create('Gone')
  await take(memberId)
  await admin(api.deleteMember, of(memberId))
  expect((await admin(api.restoreMember, of(memberId))).status).toBe(200)
  expect(await photoOf(memberId)).toBeNull()
})

test('a merge brings the photo along where there is none, and its undo gives it back', async () => {
  const [survivor, other] = [await create('Kept'), await create('Kept')]
  const photoId = await take(other)
  await mergeMembers(hub, survivor, other)
  expect(await photoOf(survivor)).toBe(photoId)
  const undo = async () => {
    const { body } = await admin(api.listMemberMerges, of(survivor))
    const { MergeId: mergeId } = body.Results[0]!
    await admin(api.undoMemberMerge, { params: { ...harbourside, memberId: survivor, mergeId } })
  }
  await undo()
  expect([await photoOf(survivor), await photoOf(other)]).toEqual([null, photoId])
  const own = await take(survivor)
  await mergeMembers(hub, survivor, other)
  expect(await photoOf(survivor)).toBe(own)
  await undo()
  expect([await photoOf(survivor), await photoOf(other)]).toEqual([own, photoId])
})

test('a photo that does not follow is not told to, and is erased once the merge can not be undone', async () => {
  const [survivor, other, recent] = [await create('Both'), await create('Both'), await create('Both')]
  for (const memberId of [survivor, other, recent]) await take(memberId)
  const followsOf = async (memberId: string, otherId: string) => {
    const { body } = await admin(api.previewMemberMerge, { ...of(memberId), query: { with: otherId } })
    return body.Follows.map(({ Label }) => Label)
  }
  expect(await followsOf(survivor, other)).not.toContain('Photo')
  expect(await followsOf(await create('Both'), other)).toContain('Photo')
  await mergeMembers(hub, survivor, other)
  await mergeMembers(hub, survivor, recent)
  await hub.owner.query(`update member_merge set at = at - interval '31 days' where other_id = $1`, [other])
  await hub.tasks.forget_merged_photos!(undefined as never, { isLast: false })
  const left = async () => {
    const { rows } = await hub.owner.query<{ id: string }>(
      'select member_id as id from member_photo where member_id = any($1)',
      [[survivor, other, recent]],
    )
    return rows.map(({ id }) => id).toSorted()
  }
  expect(await left()).toEqual([survivor, recent].toSorted())
  await admin(api.restoreMember, of(other))
  await take(other)
  await admin(api.deleteMember, of(survivor))
  expect(await left()).toEqual([other])
})
