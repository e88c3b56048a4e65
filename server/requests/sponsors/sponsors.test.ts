import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { sponsorTexts } from '#contract/requests/sponsors.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { lettersTo, memberOf, type Patron, patronOf, renewalForm, socialForm } from '#tests/people/patron.ts'
import { askThese, question } from '#tests/records/questions.ts'

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
  const both = [
    question('p', 'Proposer', { Label: 'Proposer', IsRequired: true }),
    question('s', 'Seconder', { Label: 'Seconder' }),
  ]
  await askThese(hub, 'harbourside-social', both)
  await askThese(hub, 'harbourside-renewal', both)
})
afterAll(() => hub.close())

const businessId = 'harbourside'
const named = async (MembershipNumber: string) => {
  const { rows } = await hub.owner.query<{ name: string }>(
    `select last_name as name from member where business_id = 'harbourside' and membership_number = $1`,
    [MembershipNumber],
  )
  return { MembershipNumber, LastName: rows[0]!.name.toUpperCase() }
}
const applied = (Questions: object, FirstName = 'Ada') =>
  patron.applied(
    { MembershipType: 'Social', FirstName, LastName: 'Applicant', Questions } as never,
    socialForm,
  )
const sponsors = async (sessionId: string) =>
  (await hub.as(people.admin)(api.getMembershipRequest, { params: { businessId, sessionId } })).body.Sponsors
const linkTo = async (number: string) => {
  const letters = await lettersTo(hub, (await memberOf(hub, number)).email)
  const letter = letters.findLast(({ kind }) => kind === 'sponsor link')
  return { letter, secret: /#sponsor=(\S+)/.exec(letter?.body ?? '')?.[1] ?? '' }
}
const answer = (secret: string, IsConfirmed: boolean, params = socialForm) =>
  patron.call(api.answerSponsorship, { params, body: { Secret: secret, IsConfirmed } })

describe('who is named as proposer', () => {
  test('is asked at the contact on file, confirms once, and staff see it', async () => {
    const { SessionId } = await applied({ p: await named('10201'), s: await named('10202') })
    expect((await sponsors(SessionId)).map(({ State }) => State)).toEqual(['Waiting', 'Waiting'])
    const { letter, secret } = await linkTo('10201')
    expect(letter?.subject).toBe('Ada Applicant names you as proposer')
    expect(letter?.body).toContain(`https://club.example/apply/harbourside-social#sponsor=${secret}`)
    const { body } = await patron.call(api.describeSponsorship, {
      params: socialForm,
      body: { Secret: secret },
    })
    expect(body).toMatchObject({ Role: 'Proposer', ApplicantName: 'Ada Applicant', State: 'Open' })
    expect((await answer(secret, true)).body.State).toBe('Confirmed')
    expect((await answer(secret, false)).status).toBe(409)
    expect((await answer((await linkTo('10202')).secret, false)).body.State).toBe('Declined')
    expect(await sponsors(SessionId)).toMatchObject([
      { Role: 'Proposer', State: 'Confirmed', MemberId: (await memberOf(hub, '10201')).id },
      { Role: 'Seconder', State: 'Declined' },
    ])
  })

  test('of two answers at once one counts', async () => {
    await applied({ p: await named('10203') })
    const { secret } = await linkTo('10203')
    const both = await Promise.all([answer(secret, true), answer(secret, true)])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  test('and is nobody, looks the same to the applicant, and staff see that', async () => {
    const right = await applied({ p: await named('10204') })
    const wrong = await applied({ p: { MembershipNumber: '10204', LastName: 'Wrongname' } })
    expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(right).toSorted())
    expect([wrong.NextStep, right.NextStep]).toEqual(['User Completed', 'User Completed'])
    expect(await sponsors(wrong.SessionId)).toMatchObject([{ State: 'Unknown', MemberId: null }])
  })

  test('reads no more of what a stranger typed than a name', async () => {
    await applied({ p: await named('10205') }, 'Visit https://evil.example/now')
    const { letter } = await linkTo('10205')
    expect(letter!.subject + letter!.body).not.toContain('evil.example')
  })

  test('can no longer answer once the contact has changed that the link went to, or the request is decided', async () => {
    await applied({ p: await named('10206') })
    const { secret } = await linkTo('10206')
    const { id } = await memberOf(hub, '10206')
    await hub.owner.query(`select end_proofs_of('harbourside', array[$1])`, [id])
    expect((await answer(secret, true)).status).toBe(404)
    const { SessionId: sessionId } = await applied({ p: await named('10207') })
    await hub.as(people.admin)(api.rejectMembershipRequest, {
      params: { businessId, sessionId },
      body: { Note: null, IsRefunded: false, NotifyBy: 'none' },
    })
    expect((await answer((await linkTo('10207')).secret, true)).status).toBe(409)
  })

  test('is asked again by the staff, once a day, by a link that ends the one before', async () => {
    const { SessionId: sessionId } = await applied({ p: await named('10211'), s: await named('10212') })
    const first = await linkTo('10211')
    await answer((await linkTo('10212')).secret, true)
    const again = (by: string = people.reception) =>
      hub.as(by)(api.askSponsorsAgain, { params: { businessId, sessionId } })
    expect((await again()).error.ErrorMessage).toBe(sponsorTexts.nobody)
    await hub.owner.query(
      `update request_sponsor set asked_at = asked_at - interval '25 hours', expires_at = now() - interval '1 hour'
       where session_id = $1`,
      [sessionId],
    )
    expect((await sponsors(sessionId))[0]).toMatchObject({ State: 'Expired' })
    const both = await Promise.all([again(), again()])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const { body } = both.find(({ status }) => status === 200)!
    expect(body.Sponsors.map(({ State }) => State)).toEqual(['Waiting', 'Confirmed'])
    expect(body.Steps.at(-1)).toMatchObject({
      Step: 'Asked again',
      Note: 'Proposer',
      ActorName: 'Robin Reception',
    })
    const { rows } = await hub.owner.query(
      `select after from audit_entry where action = 'askSponsorsAgain' and record_id = $1`,
      [sessionId],
    )
    expect(rows).toEqual([{ after: { 'Asked again': 'Proposer' } }])
    const second = await linkTo('10211')
    expect((await answer(first.secret, true)).status).toBe(404)
    expect((await answer(second.secret, true)).body.State).toBe('Confirmed')
    expect((await again(people.otherAdmin)).status).toBe(404)
  })

  test('is not asked again once it is decided, or where there is nowhere to write to', async () => {
    const { SessionId: sessionId } = await applied({ p: await named('10213') })
    await hub.owner.query(
      `update request_sponsor set asked_at = asked_at - interval '2 days' where session_id = $1`,
      [sessionId],
    )
    const { id } = await memberOf(hub, '10213')
    await hub.owner.query(
      `update member set home_contact = '{}', work_contact = '{}', postal_contact = '{}'
       where member_id = $1`,
      [id],
    )
    const again = () => hub.as(people.admin)(api.askSponsorsAgain, { params: { businessId, sessionId } })
    expect((await again()).error).toMatchObject({ ErrorCode: 'no_contact' })
    await hub.as(people.admin)(api.rejectMembershipRequest, {
      params: { businessId, sessionId },
      body: { Note: null, IsRefunded: false, NotifyBy: 'none' },
    })
    expect((await again()).error.ErrorMessage).toBe(sponsorTexts.decided)
  })

  test('is not oneself', async () => {
    const secret = await patron.identify('10208')
    const Answers = { MembershipType: 'Life', HasAcceptedTerms: true, Questions: { p: await named('10208') } }
    await patron.call(api.saveSession, { params: renewalForm, body: { Secret: secret, Answers } })
    const { error } = await patron.call(api.submitSession, { params: renewalForm, body: { Secret: secret } })
    expect(error.Errors).toEqual({ 'Questions.p': 'Name somebody other than yourself.' })
  })
})

test('a renewal that needs nobody waits for the proposer, and then goes on by itself', async () => {
  const number = '10209'
  await hub.owner.query(
    `update member set membership_type = 'Life', date_financial = current_date
     where business_id = 'harbourside' and membership_number = $1`,
    [number],
  )
  const secret = await patron.identify(number)
  await patron.enter(secret, await patron.codeFor(secret, number))
  const Answers = { MembershipType: 'Life', HasAcceptedTerms: true, Questions: { p: await named('10210') } }
  await patron.call(api.saveSession, { params: renewalForm, body: { Secret: secret, Answers } })
  expect(await patron.submit(secret, renewalForm)).toMatchObject({
    NextStep: 'User Completed',
    IsRenewed: false,
  })
  await answer((await linkTo('10210')).secret, true, renewalForm)
  await patron.work()
  expect(await patron.open(secret, renewalForm)).toMatchObject({ NextStep: 'Completed', IsRenewed: true })
})
