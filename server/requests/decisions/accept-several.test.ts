import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { lettersTo, memberOf, type Patron, patronOf, renewalForm, reviewAll } from '#tests/people/patron.ts'

const harbourside = { businessId: 'harbourside' }
let hub: TestHub
let admin: Caller
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  admin = hub.as(people.admin)
  patron = patronOf(hub)
})
afterAll(() => hub.close())

let newcomers = 0
/** Somebody whom nobody could take for a member. */
const newcomer = () => {
  const n = ++newcomers
  return {
    MembershipType: 'Pensioner',
    LastName: `Newcomer${n}`,
    EmailAddress: `newcomer${n}@example.org`,
    MobileNumber: `0412 777 ${100 + n}`,
  }
}
const acceptAll = async (ids: string[], body: object = {}, caller = admin) =>
  caller(api.acceptRequests, { params: harbourside, body: { SessionIds: ids, ...body } })

test('the plain ones are accepted as proposed, and told', async () => {
  const first = newcomer()
  const ids = [(await patron.applied(first)).SessionId, (await patron.applied(newcomer())).SessionId]
  const { body } = await acceptAll(ids.toReversed())
  expect(body.Results).toEqual(
    ids.toReversed().map((SessionId) => ({
      SessionId,
      DisplayName: expect.stringContaining('Newcomer') as string,
      IsAccepted: true,
      Message: null,
    })),
  )
  const pages = await Promise.all(
    ids.map((sessionId) => admin(api.getMembershipRequest, { params: { ...harbourside, sessionId } })),
  )
  const numbers = pages.map(({ body: page }) => Number(page.MembershipNumber))
  // Who came first has the lower number, whatever order they were named in.
  expect(numbers[1]).toBe(numbers[0]! + 1)
  expect((await lettersTo(hub, first.EmailAddress)).at(-1)?.body).toContain(`number is ${numbers[0]}`)
  const { rows } = await hub.owner.query(
    `select title from audit_entry where record_id = any($1) and record_kind = 'Membership request'`,
    [ids],
  )
  expect(rows).toEqual([{ title: 'Accept several requests' }, { title: 'Accept several requests' }])
})

test('each is told why it was not, and the others are all the same', async () => {
  const plain = await patron.applied(newcomer())
  const { email } = await memberOf(hub, '10042')
  const known = await patron.applied({ ...newcomer(), EmailAddress: email })
  const unsent = await patron.open(await patron.apply(newcomer()))
  const { rows } = await hub.owner.query<{ id: string }>(
    `select session_id as id from request_session where display_name = 'Rory Blackwood'`,
  )
  const wrong = rows[0]!.id
  const ids = [plain.SessionId, known.SessionId, unsent.SessionId, wrong, 'none']
  const { body } = await acceptAll(ids, { TellApplicants: false })
  expect(body.Results.map(({ Message }) => Message)).toEqual([
    null,
    'They may be a member already. Open it to decide.',
    'This request is not complete yet.',
    'Something went wrong with it. Open it to decide.',
    'The request was not found.',
  ])
  const { body: again } = await acceptAll([plain.SessionId])
  expect(again.Results[0]?.Message).toBe('This request has been finalised by Alex Admin already.')
})

test('what fails half way leaves nothing behind', async () => {
  const [taken, free] = [await patron.applied(newcomer()), await patron.applied(newcomer())]
  // Refused by the database itself, in the middle of the work.
  await hub.owner.query(
    `create function refuse_one() returns trigger language plpgsql as $$ begin
       raise exception using errcode = 'unique_violation', constraint = 'member_by_number'; end $$`,
  )
  await hub.owner.query(
    `create trigger refuse_one before update on request_session for each row
       when (new.finalised_at is not null and new.session_id = '${taken.SessionId}') execute function refuse_one()`,
  )
  const answer = await acceptAll([taken.SessionId, free.SessionId])
  // A fault is nobody's refusal: all of it is undone.
  expect(answer.status).toBe(500)
  await hub.owner.query('drop trigger refuse_one on request_session')
  const { rows } = await hub.owner.query(
    `select from member where last_name like 'Newcomer%' and last_name = any($1)`,
    [[`Newcomer${newcomers}`, `Newcomer${newcomers - 1}`]],
  )
  expect(rows).toHaveLength(0)
  await hub.owner.query(
    `update option_list_item set is_retired = true where list = 'MembershipType' and key = 'Pensioner'`,
  )
  const { body } = await acceptAll([taken.SessionId])
  expect(body.Results[0]?.Message).toBe('The membership type is no longer offered. Open it to decide.')
  await hub.owner.query(
    `update option_list_item set is_retired = false where list = 'MembershipType' and key = 'Pensioner'`,
  )
})

test('two who press at once accept each once', async () => {
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push((await patron.applied(newcomer())).SessionId)
  const answers = await Promise.all([
    acceptAll(ids),
    acceptAll(ids.toReversed()),
    admin(api.rejectMembershipRequest, {
      params: { ...harbourside, sessionId: ids[1]! },
      body: { Note: null, IsRefunded: false, NotifyBy: 'none' },
    }),
  ])
  const [one, other, rejected] = answers
  expect([one.status, other.status]).toEqual([200, 200])
  const accepted = [...one.body.Results, ...other.body.Results].filter(({ IsAccepted }) => IsAccepted)
  expect(accepted).toHaveLength(rejected.status === 200 ? 2 : 3)
  const { rows } = await hub.owner.query(
    `select session_id from request_session where session_id = any($1) and finalised_at is not null`,
    [ids],
  )
  expect(rows).toHaveLength(3)
})

test('who may be a member already is found whole, and in every venue', async () => {
  const known = newcomer()
  await admin(api.createMember, {
    params: harbourside,
    query: { venueId: '1' },
    body: {
      FirstName: 'Joann',
      LastName: 'Longer',
      MembershipType: 'Ordinary',
      HomeContactDetails: { EmailAddress: `jo${known.EmailAddress}` },
    },
  })
  const { SessionId: plain } = await patron.applied(known)
  const { body: page } = await admin(api.getMembershipRequest, {
    params: { ...harbourside, sessionId: plain },
  })
  expect(page.PossibleDuplicates).toEqual([])
  expect((await acceptAll([plain])).body.Results[0]).toMatchObject({ IsAccepted: true })
  // A member of venue 1 by now, and an application to venue 2, whose staff see no other.
  const { SessionId: again } = await patron.applied({ ...newcomer(), EmailAddress: known.EmailAddress })
  await hub.owner.query(`update request_session set venue_no = '2' where session_id = $1`, [again])
  const { body } = await acceptAll([again], {}, await confinedAdmin(hub))
  expect(body.Results[0]?.Message).toBe('They may be a member of another venue already. Open it to decide.')
  const read = async (who: Caller) =>
    (await who(api.getMembershipRequest, { params: { ...harbourside, sessionId: again } })).body
  const theirs = await read(await confinedAdmin(hub))
  expect(theirs).toMatchObject({ PossibleDuplicates: [], HasDuplicatesElsewhere: true })
  // Who sees all venues sees who it is.
  expect(await read(admin)).toMatchObject({ PossibleDuplicates: [{}], HasDuplicatesElsewhere: false })
})

test('of one person who applies several times, one is accepted, whoever presses at once', async () => {
  const { EmailAddress, ...person } = newcomer()
  const ids: string[] = []
  for (let i = 0; i < 4; i++) ids.push((await patron.applied({ ...person, EmailAddress })).SessionId)
  const answers = await Promise.all(ids.map((id) => acceptAll([id])))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const accepted = answers.flatMap(({ body }) => body.Results).filter(({ IsAccepted }) => IsAccepted)
  expect(accepted).toHaveLength(1)
})

test('what is accepted by hand and what without a look wait for each other', async () => {
  const { SessionId: sessionId } = await patron.applied(newcomer())
  const { status } = await hub.meanwhile(
    `select pg_advisory_xact_lock(hashtextextended('accept harbourside', 0))`,
    [],
    () =>
      admin(api.acceptMembershipRequest, {
        params: { ...harbourside, sessionId },
        body: { MemberId: null, MembershipType: 'Pensioner', VenueNo: '1', NotifyBy: 'none' },
      }),
  )
  expect(status).toBe(200)
})

test('is for those who decide, see members, and see the venue', async () => {
  const { SessionId } = await patron.applied(newcomer())
  expect((await acceptAll([SessionId], {}, hub.as(people.finance))).status).toBe(403)
  const { status, error } = await acceptAll(Array.from({ length: 101 }, String))
  expect([status, error.Errors]).toEqual([
    400,
    { SessionIds: 'At most 100 requests can be accepted at once.' },
  ])
  const other = await hub.as(people.otherAdmin)(api.acceptRequests, {
    params: { businessId: 'valley-golf' },
    body: { SessionIds: [SessionId] },
  })
  if (other.status === 200) expect(other.body.Results[0]?.Message).toBe('The request was not found.')
})

test('a renewal into a type that was retired is accepted into another', async () => {
  await reviewAll(hub, renewalForm)
  const secret = await patron.identify('10131')
  await patron.enter(secret, await patron.codeFor(secret, '10131'))
  const { SessionId: sessionId, Answers } = await patron.open(secret, renewalForm)
  const { body: saved } = await patron.call(api.saveSession, {
    params: renewalForm,
    body: { Secret: secret, Answers: { ...Answers, MembershipType: 'Social', HasAcceptedTerms: true } },
  })
  expect(saved.Answers.MembershipType).toBe('Social')
  const { PaymentUrl } = await patron.submit(secret, renewalForm)
  if (PaymentUrl) await patron.pay(PaymentUrl)
  await hub.owner.query(`update member set membership_type = 'Ordinary' where membership_number = '10131'`)
  await hub.owner.query(
    `update option_list_item set is_retired = true where list = 'MembershipType' and key = 'Social'`,
  )
  const params = { ...harbourside, sessionId }
  const { body } = await admin(api.getRenewalRequest, { params })
  expect(body).toMatchObject({ NextStep: 'User Completed', Proposal: { MembershipType: null } })
  const { body: several } = await acceptAll([sessionId])
  expect(several.Results[0]).toMatchObject({ IsAccepted: false })
  const accept = (MembershipType: string | null) =>
    admin(api.acceptRenewalRequest, { params, body: { NotifyBy: 'none', MembershipType } })
  expect((await accept(null)).status).toBe(400)
  const { body: done } = await accept('Pensioner')
  expect(done.Outcome).toBe('Accepted')
  const { body: member } = await admin(api.getMember, {
    params: { ...harbourside, memberId: done.MemberId! },
  })
  expect(member.Results[0]?.MembershipType).toBe('Pensioner')
})
