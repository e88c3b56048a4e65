import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { clubForm, fullAnswers, memberOf, type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'

const harbourside = { businessId: 'harbourside' }
let hub: TestHub
let reception: Caller
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  reception = hub.as(people.reception)
  patron = patronOf(hub)
})
afterAll(() => hub.close())

const apply = (caller: Caller, formId = clubForm.form) =>
  caller(api.applyAtDesk, { params: { ...harbourside, formId } })
const renew = async (caller: Caller, number: string, FormId = renewalForm.form) =>
  caller(api.renewAtDesk, {
    params: { ...harbourside, memberId: (await memberOf(hub, number)).id },
    body: { FormId },
  })
const secretIn = (url: string) => url.split('#')[1]!

test('an application is filled in at the desk by the form’s own checks, and its history says so', async () => {
  const { body } = await apply(reception)
  expect(body.Url).toMatch(/\/apply\/harbourside-membership#\S{40,}$/)
  const secret = secretIn(body.Url)
  expect(await patron.open(secret)).toMatchObject({ NextStep: 'User Started', IsAtDesk: true })
  const submitted = await patron.call(api.submitSession, { params: clubForm, body: { Secret: secret } })
  expect(submitted.status).toBe(400)
  await patron.call(api.saveSession, {
    params: clubForm,
    body: { Secret: secret, Answers: { ...fullAnswers, MembershipType: 'Pensioner' } },
  })
  const { SessionId: sessionId, NextStep } = await patron.submit(secret)
  expect(NextStep).toBe('User Completed')
  const { body: page } = await reception(api.getMembershipRequest, { params: { ...harbourside, sessionId } })
  expect(page.Steps[0]).toMatchObject({
    Step: 'User Started',
    Note: 'At the desk.',
    ActorName: expect.stringMatching(/\w/) as string,
  })
  const { rows } = await hub.owner.query(`select title, after from audit_entry where record_id = $1`, [
    sessionId,
  ])
  expect(rows).toEqual([
    { title: 'Start an application at the desk', after: { 'Started at the desk': true } },
  ])
})

test('a renewal knows the member, whom staff have identified', async () => {
  const { body } = await renew(reception, '10140')
  const secret = secretIn(body.Url)
  const session = await patron.open(secret, renewalForm)
  expect(session).toMatchObject({ IsProven: true, IsAtDesk: true, Member: { MembershipNumber: '10140' } })
  const params = { ...harbourside, sessionId: session.SessionId }
  const { body: page } = await reception(api.getRenewalRequest, { params })
  expect(page.Steps[0]?.Note).toBe('At the desk. Staff have identified the member.')
  expect(await patron.open(await patron.identify('10140'), renewalForm)).toMatchObject({
    IsProven: false,
    IsAtDesk: false,
  })
})

test('nobody comes back to a renewal of the desk as the member, hours later', async () => {
  const secret = secretIn((await renew(reception, '10142')).body.Url)
  const { SessionId, Answers } = await patron.open(secret, renewalForm)
  const save = (Occupation: string | null) =>
    patron.call(api.saveSession, {
      params: renewalForm,
      body: { Secret: secret, Answers: { ...Answers, Occupation, HasAcceptedTerms: true } },
    })
  expect((await save('Baker')).status).toBe(200)
  await hub.owner.query(
    `update request_session set proven_at = now() - interval '5 hours' where session_id = $1`,
    [SessionId],
  )
  const later = await patron.open(secret, renewalForm)
  expect(later).toMatchObject({ IsProven: false, OnFile: null, Member: { FirstName: null } })
  expect(later.Answers.Occupation).toBeNull()
  expect((await save('Thief')).error.ErrorCode).toBe('proof_needed')
  await save(null)
  const { PaymentUrl } = await patron.submit(secret, renewalForm)
  await patron.pay(PaymentUrl)
  const { rows } = await hub.owner.query(`select proven_at, answers -> 'Occupation' as occupation
    from request_session where session_id = '${SessionId}'`)
  expect(rows).toEqual([{ proven_at: null, occupation: null }])
})

test('is for those who decide or edit members, of their venue, with an open form of the kind', async () => {
  expect((await apply(hub.as(people.finance))).status).toBe(403)
  expect((await renew(hub.as(people.door), '10140')).status).toBe(403)
  expect((await apply(reception, renewalForm.form)).status).toBe(404)
  expect((await renew(reception, '10140', clubForm.form)).status).toBe(404)
  expect((await apply(reception, 'valley-golf-membership')).status).toBe(404)
  expect((await apply(await confinedAdmin(hub))).status).toBe(404)
  await hub.owner.query(`update request_form set is_open = false where form_id = $1`, [clubForm.form])
  expect((await apply(reception)).error.ErrorMessage).toBe('This form is closed at the moment.')
  await hub.owner.query(`update member set deleted_at = now() where membership_number = '10141'`)
  expect((await renew(reception, '10141')).status).toBe(404)
})
