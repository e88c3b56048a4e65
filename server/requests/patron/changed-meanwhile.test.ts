import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { lettersTo, memberOf, type Patron, patronOf, renewalForm, socialForm } from '#tests/people/patron.ts'
import { changeEmail } from '#tests/records/contact-changes.ts'
import { askThese, question } from '#tests/records/questions.ts'

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  patron = patronOf(hub)
})
afterAll(() => hub.close())
beforeEach(() => askThese(hub, socialForm.form, []))

const apply = (answers: object = {}) => patron.apply({ MembershipType: 'Social', ...answers }, socialForm)
const send = (Secret: string, seen: object = {}) =>
  patron.call(api.submitSession, { params: socialForm, body: { Secret, ...seen } })
const shown = async () => (await patron.call(api.getPublicForm, { params: socialForm })).body
const sport = (Fee: number) =>
  question('sport', 'Choice', { Options: [{ Id: 'bowls', Label: 'Bowls', Fee, TaxPercent: 10 }] })

describe('a form that changes while somebody fills it in', () => {
  test('is looked at again before it is agreed to', async () => {
    const secret = await apply()
    const { Revision } = await shown()
    await askThese(hub, socialForm.form, [], { Terms: 'Another promise.' })
    const refused = await send(secret, { Revision })
    expect([refused.status, refused.error.ErrorCode]).toEqual([409, 'form_changed'])
    const { status } = await send(secret, { Revision: (await shown()).Revision, Total: 0 })
    expect(status).toBe(200)
    // It is with the business by then, whatever was seen.
    expect((await send(secret, { Revision })).status).toBe(200)
  })

  test('costs what the page has said, or is not sent', async () => {
    await askThese(hub, socialForm.form, [sport(50)])
    const secret = await apply({ Questions: { sport: 'bowls' } })
    await askThese(hub, socialForm.form, [sport(80)])
    const refused = await send(secret, { Total: 5000 })
    expect([refused.status, refused.error.ErrorCode]).toEqual([409, 'form_changed'])
    expect((await patron.open(secret, socialForm)).NextStep).toBe('User Started')
    expect((await send(secret, { Total: 8000 })).body.AmountDue).toBe(80)
  })

  test('takes what a former page sends, which doesn’t say what it has shown', async () => {
    expect((await send(await apply())).status).toBe(200)
  })

  test('is kept as it was sent, in the words of its moment', async () => {
    await askThese(hub, socialForm.form, [sport(0)])
    const secret = await apply({ Questions: { sport: 'bowls' } })
    expect(await patron.open(secret, socialForm)).toMatchObject({ SentType: null, SentQuestions: null })
    await send(secret)
    await askThese(hub, socialForm.form, [])
    expect(await patron.open(secret, socialForm)).toMatchObject({
      SentType: 'Social',
      SentQuestions: [{ Id: 'sport', Options: [{ Label: 'Bowls' }] }],
    })
  })
})

describe('an answer that is taken out again', () => {
  const contactsOf = async (secret: string) => {
    const { rows } = await hub.owner.query<{ email: string | null; mobile: string | null }>(
      `select email, mobile from request_session where secret_hash = sha256($1::bytea)`,
      [secret],
    )
    return rows[0]!
  }

  test('leaves no contact of an applicant behind', async () => {
    const secret = await apply({ MobileNumber: '0412 000 222', EmailAddress: 'former@example.org' })
    expect(await contactsOf(secret)).toEqual({ email: 'former@example.org', mobile: '+61412000222' })
    await patron.call(api.saveSession, {
      params: socialForm,
      body: { Secret: secret, Answers: { MembershipType: 'Social', MobileNumber: null } },
    })
    expect(await contactsOf(secret)).toEqual({ email: null, mobile: null })
  })

  test('leaves a member who renews with those on file', async () => {
    const { email, mobile } = await memberOf(hub, '10150')
    const secret = await patron.identify('10150')
    await patron.call(api.saveSession, {
      params: renewalForm,
      body: { Secret: secret, Answers: { MembershipType: 'Ordinary' } },
    })
    expect(await contactsOf(secret)).toEqual({ email, mobile })
  })
})

test('a code whose answer got lost on the way is no wrong guess when it is entered again', async () => {
  const secret = await patron.identify('10151')
  const code = await patron.codeFor(secret, '10151')
  for (let each = 0; each < 8; each++)
    expect(await patron.enter(secret, code)).toMatchObject({ status: 200, body: { IsProven: true } })
  // Once the proof has ended it is used up.
  await changeEmail(hub, (await memberOf(hub, '10151')).id, 'another@example.org')
  expect((await patron.enter(secret, code)).status).toBe(400)
})

test('the way out of reminders goes on with another contact, and the link to renew ends', async () => {
  const { id, email } = await memberOf(hub, '10152')
  await hub.owner.query(
    `update member set date_financial = current_date + 20, membership_type = 'Ordinary' where member_id = $1`,
    [id],
  )
  await hub.owner.query(
    `update request_form set config = jsonb_set(config, '{Reminders}', '[{"Days": -20, "Channel": "email"}]')
     where form_id = $1`,
    [renewalForm.form],
  )
  await patron.perform('send_renewal_reminders', { by: 'the test' })
  const Secret = /#stop=(\S+)/.exec((await lettersTo(hub, email)).at(-1)!.body)![1]!
  await changeEmail(hub, id, 'moved-away@example.org')
  const opened = await patron.call(api.identifyMember, { params: renewalForm, body: { Secret } })
  expect(opened.body.Secret).toBeNull()
  await patron.perform('forget_abandoned_requests', {})
  const other = { form: 'harbourside-sporting-renewal' }
  expect((await patron.call(api.stopReminders, { params: other, body: { Secret } })).status).toBe(404)
  expect((await patron.call(api.stopReminders, { params: renewalForm, body: { Secret } })).status).toBe(200)
  const out = await hub.owner.query(`select from renewal_opt_out where member_id = $1`, [id])
  expect(out.rowCount).toBe(1)
})
