import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { lettersTo, memberOf, type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'

const harbourside = { businessId: 'harbourside' }
const sportingForm = { form: 'harbourside-sporting-renewal' }

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
  // A type that costs nothing is renewed without paying.
  await hub.owner.query(
    `update member set membership_type = 'Life'
     where business_id = 'harbourside' and membership_number = any('{10103, 10109, 10128}')`,
  )
})
afterAll(() => hub.close())

const guess = (MembershipNumber: string, BirthDate: string) =>
  patron.call(api.identifyMember, { params: renewalForm, body: { MembershipNumber, BirthDate } })
const openLink = async (Secret: string) =>
  (await patron.call(api.identifyMember, { params: renewalForm, body: { Secret } })).body
const sendLink = async (MembershipNumber: string) =>
  (await patron.call(api.sendRenewalLink, { params: renewalForm, body: { MembershipNumber } })).body
const save = (Secret: string, answers: object, params = renewalForm) =>
  patron.call(api.saveSession, {
    params,
    body: { Secret, Answers: { MembershipType: 'Life', HasAcceptedTerms: true, ...answers } },
  })
const sendCode = async (Secret: string, By: 'email' | 'sms') =>
  patron.call(api.sendRenewalCode, {
    params: { ...renewalForm, sessionId: (await patron.open(Secret, renewalForm)).SessionId },
    body: { Secret, By },
  })
async function read(number: string) {
  const { id } = await memberOf(hub, number)
  const { body } = await hub.as(people.admin)(api.getMember, { params: { ...harbourside, memberId: id } })
  return body.Results[0]!
}

describe('number and birth date', () => {
  test('find a membership, and tell nothing that is kept of the member', async () => {
    const { email, mobile } = await memberOf(hub, '10100')
    const member = await read('10100')
    const session = await patron.open(await patron.identify('10100'), renewalForm)
    expect(session).toMatchObject({
      NextStep: 'User Started',
      IsProven: false,
      Member: { FirstName: null, MembershipNumber: '10100', DateFinancial: null },
      Answers: { MembershipType: null },
      Contacts: [
        { By: 'email', Masked: `${email[0]}•••@e•••.com` },
        { By: 'sms', Masked: `04•• ••• •${mobile.slice(-2)}` },
      ],
    })
    const told = JSON.stringify(session)
    for (const kept of [email, mobile, member.FirstName, member.LastName, member.BirthDate])
      expect(told).not.toContain(kept)
  })

  test('can not be guessed: a wrong guess is as an unknown number, and the sixth is refused', async () => {
    const { birthDate } = await memberOf(hub, '10101')
    const wrong = await guess('10101', '1901-01-01')
    const unknown = await guess('no-such-number', '1901-01-01')
    expect(wrong.body).toEqual({
      Secret: null,
      Message: 'The number and the date of birth do not belong together. Check both.',
    })
    expect(unknown.body).toEqual(wrong.body)
    for (let i = 0; i < 4; i++) await guess('10101', '1901-01-01')
    const right = await guess('10101', birthDate)
    expect([right.status, right.error.ErrorMessage]).toEqual([429, 'Too many attempts. Try again later.'])
    expect(right.headers['retry-after']).toBe('3600')
    await hub.owner.query(`update attempt set expires_at = now()`)
    expect((await guess('10101', birthDate)).body.Secret).toBeTruthy()
  })

  test('can not be guessed many at once either', async () => {
    const days = Array.from({ length: 12 }, (_, i) => `1901-01-${String(i + 1).padStart(2, '0')}`)
    const answers = await Promise.all(days.map((day) => guess('10106', day)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    await hub.owner.query(`delete from attempt`)
  })

  test('are not counted against who gets them right', async () => {
    for (let i = 0; i < 7; i++) expect(await patron.identify('10107')).toBeTruthy()
  })

  test('let one renew, and change no details', async () => {
    const before = await read('10108')
    const secret = await patron.identify('10108', sportingForm)
    for (const details of [
      { EmailAddress: 'thief@example.org' },
      { MobileNumber: '0400 999 888' },
      { PreferredName: 'Thief' },
      { BirthDate: '1990-01-01' },
      { AcceptsEmailMarketing: true },
    ]) {
      const { status, error } = await save(secret, { MembershipType: 'Sporting', ...details }, sportingForm)
      expect([status, error.ErrorCode]).toEqual([403, 'proof_needed'])
      expect(error.ErrorMessage).toBe(
        'To change your details, enter the code that we send to the contact we have on file.',
      )
    }
    // What the form would ask of who is known is not asked of who isn't.
    await hub.owner.query(
      `update request_form set config = jsonb_set(config, '{Fields,MobileNumber}', '"Required"') where form_id = $1`,
      [sportingForm.form],
    )
    await save(secret, { MembershipType: 'Sporting' }, sportingForm)
    const { PaymentUrl } = await patron.submit(secret, sportingForm)
    await patron.pay(PaymentUrl)
    const session = await patron.open(secret, sportingForm)
    expect(session.NextStep).toBe('User Completed')
    const letters = await lettersTo(hub, before.HomeContactDetails!.EmailAddress!)
    expect(letters.map(({ kind }) => kind)).toEqual(['request received'])
    await hub.as(people.admin)(api.acceptRenewalRequest, {
      params: { ...harbourside, sessionId: session.SessionId },
      body: { NotifyBy: 'email' },
    })
    expect(await patron.open(secret, sportingForm)).toMatchObject({ IsRenewed: true, NewFinancialDate: null })
    const { HomeContactDetails, PreferredName, BirthDate } = before
    expect(await read('10108')).toMatchObject({
      HomeContactDetails,
      PreferredName,
      BirthDate,
      MembershipType: 'Sporting',
    })
  })

  test('bring in no details that were given before they had to be proven', async () => {
    const before = await read('10109')
    const secret = await patron.identify('10109')
    await save(secret, {})
    await hub.owner.query(
      `update request_session set email = 'thief@example.org', display_name = 'Thief',
         answers = answers || '{"EmailAddress": "thief@example.org", "Occupation": "Thief"}' where session_id = $1`,
      [(await patron.open(secret, renewalForm)).SessionId],
    )
    expect((await patron.open(secret, renewalForm)).Answers.EmailAddress).toBeNull()
    expect((await patron.submit(secret, renewalForm)).IsRenewed).toBe(true)
    const { HomeContactDetails, Occupation } = before
    expect(await read('10109')).toMatchObject({ HomeContactDetails, Occupation })
    expect(await lettersTo(hub, 'thief@example.org')).toEqual([])
    const letters = await lettersTo(hub, HomeContactDetails!.EmailAddress!)
    expect(letters.map(({ kind }) => kind)).toEqual(['renewal done'])
    expect(letters[0]?.body).toContain(`Hello ${before.FirstName},`)
  })
})

describe('a code to a contact on file', () => {
  test('opens the details to who enters it', async () => {
    const { email } = await memberOf(hub, '10250')
    const { FirstName, DateFinancial } = await read('10250')
    const secret = await patron.identify('10250')
    const { body } = await sendCode(secret, 'email')
    expect(body.Message).toBe(`A code is on its way to ${email[0]}•••@e•••.com. It works for 10 minutes.`)
    const code = await patron.codeFor(secret, '10250')
    const proven = await patron.enter(secret, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(proven.body).toMatchObject({
      IsProven: true,
      Contacts: [],
      Member: { FirstName, MembershipNumber: '10250', DateFinancial },
      OnFile: { EmailAddress: email, Occupation: null, MembershipType: null },
    })
    await save(secret, { EmailAddress: 'moved@example.org' })
    const done = await patron.submit(secret, renewalForm)
    expect(done).toMatchObject({ IsRenewed: true, NewFinancialDate: '9999-12-31' })
    expect((await read('10250')).HomeContactDetails?.EmailAddress).toBe('moved@example.org')
  })

  test('goes by SMS to who would rather have that', async () => {
    const { mobile } = await memberOf(hub, '10121')
    const secret = await patron.identify('10121')
    await sendCode(secret, 'sms')
    const [letter] = await lettersTo(hub, mobile)
    expect(letter).toMatchObject({ channel: 'sms', kind: 'renewal code' })
    const [code = ''] = /\d{6}/.exec(letter!.body)!
    expect((await patron.enter(secret, code)).body.IsProven).toBe(true)
  })

  test('is of no use once another was sent, after ten minutes, or in another session; its own stays proven', async () => {
    const secret = await patron.identify('10122')
    const first = await patron.codeFor(secret, '10122')
    const second = await patron.codeFor(secret, '10122')
    // One in a million times they are the same.
    if (first !== second) expect((await patron.enter(secret, first)).status).toBe(400)
    const other = await patron.identify('10122')
    expect((await patron.enter(other, second)).status).toBe(400)
    await hub.owner.query(`update request_session set code_expires_at = now()`)
    const { status, error } = await patron.enter(secret, second)
    expect(status).toBe(400)
    expect(error.Errors).toEqual({
      Code: 'This code is not right, or too old. Check it, or have another one sent.',
    })
    const third = await patron.codeFor(secret, '10122')
    expect((await patron.enter(secret, third)).status).toBe(200)
    expect((await patron.enter(secret, third)).status).toBe(200)
  })

  test('can not be guessed, and not many at once either', async () => {
    const secret = await patron.identify('10123')
    const code = await patron.codeFor(secret, '10123')
    const wrong = Array.from({ length: 20 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000))
    const answers = await Promise.all(wrong.map((each) => patron.enter(secret, each.padStart(6, '0'))))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
    expect((await patron.enter(secret, code)).status).toBe(429)
    await hub.owner.query(`delete from attempt`)
  })

  test('is sent a few times, not more, whoever asks', async () => {
    const { email } = await memberOf(hub, '10124')
    const statuses: number[] = []
    for (let i = 0; i < 7; i++)
      statuses.push((await sendCode(await patron.identify('10124'), 'email')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await lettersTo(hub, email)).toHaveLength(5)
  })

  test('is kept so that the database doesn’t tell it', async () => {
    const secret = await patron.identify('10125')
    const code = await patron.codeFor(secret, '10125')
    const { rows } = await hub.owner.query(
      `select sha256($1) = code_hash as plain, code_hash is null as gone from request_session where session_id = $2`,
      [code, (await patron.open(secret, renewalForm)).SessionId],
    )
    expect(rows).toEqual([{ plain: false, gone: false }])
  })

  test('is for a renewal, by its own secret', async () => {
    const secret = await patron.identify('10126')
    const other = await patron.open(await patron.identify('10127'), renewalForm)
    const { status } = await patron.call(api.sendRenewalCode, {
      params: { ...renewalForm, sessionId: other.SessionId },
      body: { Secret: secret, By: 'email' },
    })
    expect(status).toBe(404)
  })

  test('can not be sent to who has no contact on file, and they can renew all the same', async () => {
    await hub.owner.query(
      `update member set home_contact = null where business_id = 'harbourside' and membership_number = '10128'`,
    )
    const secret = await patron.identify('10128')
    expect((await patron.open(secret, renewalForm)).Contacts).toEqual([])
    const { status, error } = await sendCode(secret, 'email')
    expect([status, error.ErrorCode]).toEqual([409, 'no_contact_on_file'])
    await save(secret, {})
    expect((await patron.submit(secret, renewalForm)).IsRenewed).toBe(true)
  })
})

describe('a link to the contact on file', () => {
  test('opens the details as well, and the answer tells nobody whether there is one', async () => {
    const { email } = await memberOf(hub, '10102')
    expect(await sendLink('10102')).toEqual(await sendLink('no-such-number'))
    const [letter] = await lettersTo(hub, email)
    const link = /https:\/\/club.example\/renew\/harbourside-renewal#link=(\S+)/.exec(letter!.body)![1]!
    const { Secret } = await openLink(link)
    const session = await patron.open(Secret!, renewalForm)
    expect(session).toMatchObject({ IsProven: true, Member: { MembershipNumber: '10102' } })
    for (let i = 0; i < 8; i++) await sendLink('10102')
    expect(await lettersTo(hub, email)).toHaveLength(5)
    await hub.owner.query(`update renewal_link set expires_at = now()`)
    expect(await openLink(link)).toEqual({
      Secret: null,
      Message: 'This link is used up. Ask for a new one.',
    })
  })

  test('lets in whom the guesses of others keep out', async () => {
    const { email, birthDate } = await memberOf(hub, '10105')
    for (let i = 0; i < 5; i++) await guess('10105', '1901-01-01')
    expect((await guess('10105', birthDate)).error.ErrorCode).toBe('too_many_attempts')
    await sendLink('10105')
    const [letter] = await lettersTo(hub, email)
    expect((await openLink(/#link=(\S+)/.exec(letter!.body)![1]!)).Secret).toBeTruthy()
  })

  test('comes by SMS where there is no e-mail address, as the confirmation does', async () => {
    const { mobile } = await memberOf(hub, '10103')
    await hub.owner.query(
      `update member set home_contact = $1 where business_id = 'harbourside' and membership_number = '10103'`,
      [JSON.stringify({ MobileNumber: mobile })],
    )
    await sendLink('10103')
    const secret = await patron.identify('10103')
    await save(secret, {})
    await patron.submit(secret, renewalForm)
    expect((await lettersTo(hub, mobile)).map(({ channel, kind }) => [channel, kind])).toEqual([
      ['sms', 'renewal link'],
      ['sms', 'renewal done'],
    ])
  })
})
