import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { usualReasons } from '#contract/requests/review.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { type Patron, patronOf, renewalForm, reviewAll } from '#tests/people/patron.ts'
import { readOutbox } from '#tests/records/outbox.ts'

const harbourside = { businessId: 'harbourside' }
let hub: TestHub
let admin: Caller
let reception: Caller
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  admin = hub.as(people.admin)
  reception = hub.as(people.reception)
  patron = patronOf(hub)
})
afterAll(() => hub.close())

const at = (sessionId: string) => ({ params: { ...harbourside, sessionId } })
const free = { MembershipType: 'Pensioner' } as const
const read = async (sessionId: string) => (await admin(api.getMembershipRequest, at(sessionId))).body
const reject = (sessionId: string, body: object = {}, caller = admin) =>
  caller(api.rejectMembershipRequest, {
    ...at(sessionId),
    body: { Note: null, IsRefunded: false, NotifyBy: 'none', ...body },
  })
const putBack = (sessionId: string, body: object = {}, caller = admin) =>
  caller(api.putRequestBack, {
    ...at(sessionId),
    body: { Reason: 'A mistake.', NotifyBy: 'none', ...body },
  })
const listed = async (query: object, caller = admin) =>
  (await caller(api.listMembershipRequests, { params: harbourside, query: { limit: 500, ...query } })).body
    .Results

describe('a rejected request', () => {
  test('is marked in lists and on its page, with who, when and why', async () => {
    const [reason = ''] = usualReasons
    const { SessionId } = await patron.applied(free)
    await reject(SessionId, { Reason: reason, Note: 'Come again.' })
    const decided = {
      Outcome: 'Rejected',
      RejectionReason: reason,
      SubmissionFinalisation: {
        FinalisedByUser: 'Alex Admin',
        RejectionNoteByUser: 'Come again.',
        FinalisedDate: expect.any(String) as string,
      },
    }
    expect(await read(SessionId)).toMatchObject(decided)
    const rejected = await listed({ outcome: 'Rejected' })
    expect(rejected.find((row) => row.SessionId === SessionId)).toMatchObject(decided)
    expect(rejected.every((row) => row.Outcome === 'Rejected')).toBe(true)
    const accepted = await listed({ outcome: 'Accepted' })
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.every((row) => row.Outcome === 'Accepted')).toBe(true)
    const steps = (await read(SessionId)).Steps
    expect(steps.at(-1)?.Note).toBe(`Rejected: ${reason}: Come again.`)
  })

  test('has a reason of the business’s list, or none', async () => {
    const { SessionId } = await patron.applied(free)
    const { status, error } = await reject(SessionId, { Reason: 'Just so' })
    expect([status, error.Errors]).toEqual([
      400,
      { Reason: "'Just so' is not among the reasons of the business." },
    ])
    await admin(api.saveRejectionReasons, { params: harbourside, body: { Reasons: ['Just so'] } })
    expect((await reject(SessionId, { Reason: 'Just so' })).status).toBe(200)
    await hub.owner.query('delete from rejection_reasons')
  })

  test('keeps the payment unless whoever rejects it may give refunds', async () => {
    const { SessionId } = await patron.applied({ LastName: 'Refundless' })
    expect((await reject(SessionId, { IsRefunded: true }, reception)).status).toBe(403)
    expect((await reject(SessionId, {}, hub.as(people.finance))).status).toBe(403)
    expect((await reject(SessionId, {}, reception)).status).toBe(200)
  })

  test('is put back with a reason, and decided on again', async () => {
    const email = 'again@example.org'
    const { SessionId } = await patron.applied({ ...free, LastName: 'Backagain', EmailAddress: email })
    expect((await putBack(SessionId)).error.ErrorCode).toBe('request_not_rejected')
    await reject(SessionId, { Note: 'No.' })
    expect((await putBack(SessionId, { Reason: ' ' })).error.Errors).toEqual({
      Reason: 'Reason is required.',
    })
    expect((await putBack(SessionId, {}, hub.as(people.finance))).status).toBe(403)
    const { body } = await putBack(SessionId, { NotifyBy: 'email' })
    expect(body).toMatchObject({
      NextStep: 'User Completed',
      Outcome: null,
      RejectionReason: null,
      SubmissionFinalisation: { IsFinalised: false, RejectionNoteByUser: null },
    })
    expect(body.Steps.slice(-3)).toMatchObject([
      { Step: 'Completed', Note: 'Rejected: No.' },
      { Step: 'Put back', Note: 'A mistake.', ActorName: 'Alex Admin' },
      { Step: 'User Completed' },
    ])
    const [letter] = await readOutbox(hub.owner, hub.secret, email)
    expect(letter?.body).toContain('We have taken up your request again')
    const { rows } = await hub.owner.query(
      `select title, before, after from audit_entry where record_id = $1 order by id desc limit 1`,
      [SessionId],
    )
    expect(rows).toEqual([
      {
        title: 'Put a rejected request back',
        before: { Decision: 'Rejected' },
        after: { Decision: null, 'Put back because': 'A mistake.' },
      },
    ])
    const { body: done } = await admin(api.acceptRequests, {
      params: harbourside,
      body: { SessionIds: [SessionId] },
    })
    expect(done.Results).toMatchObject([{ IsAccepted: true }])
    expect((await putBack(SessionId)).error).toMatchObject({ ErrorCode: 'request_accepted' })
  })

  test('owes again what was given back, and can be paid anew', async () => {
    const { SessionId, secret } = await patron.applied({ LastName: 'Payagain' })
    await reject(SessionId, { IsRefunded: true })
    expect((await putBack(SessionId)).error.ErrorCode).toBe('refund_under_way')
    await patron.work()
    const { body } = await putBack(SessionId)
    expect(body.NextStep).toBe('Payment Required')
    expect(await patron.open(secret)).toMatchObject({ IsPaymentOver: true, AmountDue: 55 })
    const { PaymentUrl } = await patron.submit(secret)
    await patron.pay(PaymentUrl)
    expect(await read(SessionId)).toMatchObject({ NextStep: 'User Completed' })
  })

  test('is put back once, also when two press at once', async () => {
    const { SessionId } = await patron.applied(free)
    await reject(SessionId)
    const answers = await Promise.all([putBack(SessionId), putBack(SessionId)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('of a renewal takes no proof along that has ended meanwhile', async () => {
    const secret = await patron.identify('10130')
    await patron.enter(secret, await patron.codeFor(secret, '10130'))
    await reviewAll(hub, renewalForm)
    const session = await patron.open(secret, renewalForm)
    await patron.call(api.saveSession, {
      params: renewalForm,
      body: { Secret: secret, Answers: { ...session.Answers, HasAcceptedTerms: true } },
    })
    const { PaymentUrl } = await patron.submit(secret, renewalForm)
    if (PaymentUrl) await patron.pay(PaymentUrl)
    await admin(api.rejectRenewalRequest, {
      ...at(session.SessionId),
      body: { Note: null, IsRefunded: false, NotifyBy: 'none' },
    })
    expect((await admin(api.getRenewalRequest, at(session.SessionId))).body.IsProven).toBe(true)
    await hub.owner.query(
      `update member set home_contact = home_contact || '{"EmailAddress":"other@example.org"}'
       where business_id = 'harbourside' and membership_number = '10130'`,
    )
    expect((await putBack(session.SessionId)).body).toMatchObject({ Kind: 'Renewal', IsProven: false })
  })
})

describe('what colleagues share', () => {
  test('a request is assigned to somebody who may decide, and found by them', async () => {
    const { SessionId } = await patron.applied(free)
    const { body: deciders } = await admin(api.listDeciders, { params: harbourside })
    const names = deciders.Results.map(({ DisplayName }) => DisplayName)
    expect(names).toContain('Alex Admin')
    expect(names).not.toContain('Fran Finance')
    const robin = deciders.Results.find(({ DisplayName }) => DisplayName !== 'Alex Admin')!
    const assign = (Uid: string | null) => admin(api.assignRequest, { ...at(SessionId), body: { Uid } })
    expect((await assign('nobody-at-all')).status).toBe(400)
    expect((await assign(robin.Uid)).body).toMatchObject({ AssignedTo: robin })
    const mine = await listed({ assigned: 'me' }, reception)
    expect(mine.find((row) => row.SessionId === SessionId)).toMatchObject({ AssignedTo: robin })
    expect(mine.every((row) => row.AssignedTo?.Uid === robin.Uid)).toBe(true)
    expect((await listed({ assigned: 'nobody' })).map((row) => row.SessionId)).not.toContain(SessionId)
    expect((await assign(null)).body.AssignedTo).toBeNull()
    expect((await read(SessionId)).Steps.slice(-2)).toMatchObject([
      { Step: 'Assigned', Note: `To ${robin.DisplayName}`, ActorName: 'Alex Admin' },
      { Step: 'Assigned', Note: 'To nobody' },
    ])
  })

  test('notes are added, with who wrote them, and stay among themselves', async () => {
    const { SessionId } = await patron.applied(free)
    const note = (Text: string) => reception(api.addRequestNote, { ...at(SessionId), body: { Text } })
    expect((await note(' ')).error.Errors).toEqual({ Text: 'Write something.' })
    await note('Rang them.')
    const { body } = await note('They come on Friday.')
    expect(body.Notes).toMatchObject([{ Text: 'Rang them.' }, { Text: 'They come on Friday.' }])
    expect(body.Notes[0]?.ActorName).toBeTruthy()
    expect(body.Steps.map(({ Step }) => Step)).not.toContain('Note')
  })

  test('are kept from those of another venue, and of another business', async () => {
    const confined = await confinedAdmin(hub)
    const { SessionId } = await patron.applied(free)
    expect((await confined(api.addRequestNote, { ...at(SessionId), body: { Text: 'x' } })).status).toBe(404)
    const other = hub.as(people.otherAdmin)
    const params = { businessId: 'valley-golf', sessionId: SessionId }
    expect((await other(api.addRequestNote, { params, body: { Text: 'x' } })).status).toBe(404)
  })

  test('the next to look at is the oldest that waits and isn’t somebody else’s', async () => {
    await hub.owner.query(
      `update request_session set next_step = 'Completed' where next_step in ('User Completed', 'Error')`,
    )
    const [one, two, three] = [
      await patron.applied(free),
      await patron.applied(free),
      await patron.applied(free),
    ]
    const next = async (after?: string, caller = admin) =>
      (
        await caller(api.getNextRequest, {
          params: harbourside,
          query: { kind: 'Registration', ...(after && { after }) },
        })
      ).body
    expect(await next()).toEqual({ SessionId: one.SessionId, WaitingCount: 3 })
    expect(await next(one.SessionId)).toEqual({ SessionId: two.SessionId, WaitingCount: 2 })
    expect(await next(three.SessionId)).toMatchObject({ SessionId: one.SessionId })
    await reject(one.SessionId)
    expect(await next(one.SessionId)).toEqual({ SessionId: two.SessionId, WaitingCount: 2 })
    const { body } = await reception(api.listDeciders, { params: harbourside })
    const alex = body.Results.find(({ DisplayName }) => DisplayName === 'Alex Admin')!
    await admin(api.assignRequest, { ...at(two.SessionId), body: { Uid: alex.Uid } })
    expect(await next(undefined, reception)).toEqual({ SessionId: three.SessionId, WaitingCount: 1 })
  })
})
