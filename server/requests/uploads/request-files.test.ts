import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Patron, patronOf, socialForm } from '#tests/people/patron.ts'
import { askThese, question } from '#tests/records/questions.ts'

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  patron = patronOf(hub)
  await askThese(hub, 'harbourside-social', [
    question('card', 'File', { Label: 'Pension card', IsRequired: true }),
    question('face', 'Photo', { Label: 'Photo' }),
  ])
})
afterAll(() => hub.close())

const pdf = Buffer.from('%PDF-1.7\nA card').toString('base64')
const picture = async () =>
  (
    await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64')
const begin = () => patron.apply({ MembershipType: 'Social' }, socialForm)
const add = (Secret: string, Content: string, QuestionId = 'card', FileName = 'card.pdf') =>
  patron.call(api.addRequestFile, {
    params: socialForm,
    query: { QuestionId },
    headers: { authorization: `Bearer ${Secret}` },
    body: { FileName, Content },
  })
const answer = (Secret: string, Questions: Record<string, string>) =>
  patron.call(api.saveSession, {
    params: socialForm,
    body: {
      Secret,
      Answers: {
        MembershipType: 'Social',
        FirstName: 'Fay',
        LastName: 'File',
        BirthDate: '1990-01-01',
        EmailAddress: 'fay@example.org',
        HasAcceptedTerms: true,
        Questions,
      },
    },
  })
const kept = async (sessionId: string) =>
  (
    await hub.owner.query(
      `select question_id as id, type from request_file where session_id = $1 order by 1`,
      [sessionId],
    )
  ).rows
const businessId = 'harbourside'

describe('a file', () => {
  test('is added, sent, and read by staff from the page of the request', async () => {
    const secret = await begin()
    const { body: file } = await add(secret, pdf, 'card', '../My "card".pdf')
    expect(file).toMatchObject({ QuestionId: 'card', Name: '.. My card .pdf' })
    await answer(secret, { card: file.FileId })
    const { SessionId: sessionId, NextStep } = await patron.submit(secret, socialForm)
    expect(NextStep).toBe('User Completed')
    const { body } = await hub.as(people.admin)(api.getMembershipRequest, {
      params: { businessId, sessionId },
    })
    expect(body.Submitted).toContainEqual({ Label: 'Pension card', Value: file.Name, FileId: file.FileId })
    const url = `/api/cherrypay/v1/harbourside/odma/requests/${sessionId}/files/${file.FileId}`
    const taken = await hub.app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${await hub.tokenOf(people.admin)}` },
    })
    expect([taken.statusCode, taken.headers['content-type'], taken.body]).toEqual([
      200,
      'application/pdf',
      '%PDF-1.7\nA card',
    ])
    expect(taken.headers['content-disposition']).toMatch(/^attachment/)
    expect((await add(secret, pdf)).status).toBe(409)
  })

  test('is what its content is, whatever it is called', async () => {
    const secret = await begin()
    const html = Buffer.from('<script>alert(1)</script>').toString('base64')
    const refused = await add(secret, html, 'card', 'card.pdf')
    expect([refused.status, refused.error.ErrorMessage]).toEqual([
      400,
      'The file must be a PDF, a JPEG or a PNG.',
    ])
    expect((await add(secret, pdf, 'face')).error.ErrorMessage).toBe('Choose a photo: a JPEG or a PNG.')
    expect((await add(secret, await picture(), 'face')).status).toBe(200)
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5 * 1024 * 1024)]).toString('base64')
    expect((await add(secret, large)).status).toBe(400)
    expect((await add(secret, pdf, 'nothing')).status).toBe(404)
  })

  test('takes the place of the one before, and one that answers nothing is erased', async () => {
    const secret = await begin()
    await add(secret, pdf)
    const { body: second } = await add(secret, pdf)
    const { body: photo } = await add(secret, await picture(), 'face')
    const { SessionId, Files } = await patron.open(secret, socialForm)
    expect(Files.map(({ FileId }) => FileId)).toEqual([second.FileId, photo.FileId])
    // What is asked no more is answered by nothing.
    const { Questions } = (await patron.call(api.getPublicForm, { params: socialForm })).body
    await askThese(hub, 'harbourside-social', Questions.slice(0, 1))
    await answer(secret, { card: second.FileId })
    await patron.submit(secret, socialForm)
    await askThese(hub, 'harbourside-social', Questions)
    expect(await kept(SessionId)).toEqual([{ id: 'card', type: 'application/pdf' }])
  })

  test('answers its question also where its page has heard of the one before alone', async () => {
    const secret = await begin()
    const { body: first } = await add(secret, pdf)
    const { body: second } = await add(secret, pdf)
    await answer(secret, { card: first.FileId })
    const { NextStep, Answers, Files } = await patron.submit(secret, socialForm)
    expect([NextStep, Answers.Questions]).toEqual(['User Completed', { card: second.FileId }])
    expect(Files).toMatchObject([{ FileId: second.FileId }])
  })

  test('of few colours that becomes too large in true colour is kept as a JPEG', async () => {
    const [width, height] = [2600, 900]
    const noise = randomBytes(width * height * 3).map((byte) => (byte & 3) * 85)
    const upload = await sharp(noise, { raw: { width, height, channels: 3 } })
      .png({ palette: true, colours: 64, effort: 1, dither: 0 })
      .toBuffer()
    expect(upload.length).toBeLessThan(5 * 1024 * 1024)
    const secret = await begin()
    const { status, error } = await add(secret, upload.toString('base64'))
    expect([status, error?.ErrorMessage]).toEqual([200, undefined])
    const { SessionId } = await patron.open(secret, socialForm)
    expect(await kept(SessionId)).toEqual([{ id: 'card', type: 'image/jpeg' }])
  })

  test('of another question is no answer', async () => {
    const secret = await begin()
    const { body: photo } = await add(secret, await picture(), 'face')
    await answer(secret, { card: photo.FileId })
    const { error } = await patron.call(api.submitSession, { params: socialForm, body: { Secret: secret } })
    expect(error.Errors).toEqual({ 'Questions.card': 'Add a file.' })
  })

  test('of another session is no answer', async () => {
    const { body: theirs } = await add(await begin(), pdf)
    const secret = await begin()
    await answer(secret, { card: theirs.FileId })
    const { error } = await patron.call(api.submitSession, { params: socialForm, body: { Secret: secret } })
    expect(error.Errors).toEqual({ 'Questions.card': 'Add a file.' })
  })
})

describe('files are erased', () => {
  test('with what was never sent', async () => {
    const secret = await begin()
    await add(secret, pdf)
    const { SessionId } = await patron.open(secret, socialForm)
    await hub.owner.query(
      `update request_session set started_at = now() - interval '31 days' where session_id = $1`,
      [SessionId],
    )
    await patron.perform('forget_abandoned_requests', {})
    expect(await kept(SessionId)).toEqual([])
  })

  test('with the member whom the request made', async () => {
    const secret = await begin()
    const { body: file } = await add(secret, pdf)
    await answer(secret, { card: file.FileId })
    const { SessionId: sessionId } = await patron.submit(secret, socialForm)
    await hub.owner.query(
      `update request_session set member_id = (select member_id from member where business_id = 'harbourside' and membership_number = '10222') where session_id = $1`,
      [sessionId],
    )
    await hub.owner.query(
      `update member set deleted_at = now() where business_id = 'harbourside' and membership_number = '10222'`,
    )
    expect(await kept(sessionId)).toEqual([])
  })
})

test('so many come from one network in an hour, and no more', async () => {
  const secret = await begin()
  const statuses: number[] = []
  for (let i = 0; i < 41; i++) statuses.push((await add(secret, pdf)).status)
  expect(statuses.at(0)).toBe(200)
  const { status, error } = await add(await begin(), pdf)
  expect([status, error.ErrorCode]).toEqual([429, 'too_many_attempts'])
})
