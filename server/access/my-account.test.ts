import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { accountWords } from '#contract/access/account.ts'
import { guessablePassword } from '#contract/access/identity.ts'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimsIn } from '#tests/people/identity.ts'
import { readOutbox } from '#tests/records/outbox.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const newPassword = 'seven herons over the weir'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

/** One more session of an account, in a browser of its own. */
async function signIn(email: string, password = demoPassword, address?: string) {
  const browser = newBrowser(hub.app, address)
  const answer = await browser.post('sign-in', { email, password }, { 'user-agent': firefox })
  return {
    browser,
    status: answer.status,
    token: answer.body.token ?? '',
    call: hub.withToken(answer.body.token ?? ''),
  }
}

const mailsTo = async (email: string) => (await readOutbox(hub.owner, hub.secret, email)).toReversed()
const trailOf = async (action: string) =>
  (await hub.owner.query(`select * from audit_entry where action = $1 order by id`, [action])).rows

describe('my account', () => {
  test('says who one is, how one signs in, and where one is signed in', async () => {
    const { call } = await signIn(people.door, demoPassword, '203.0.113.7')
    const { body } = await call(api.getMyAccount)
    expect(body).toMatchObject({
      DisplayName: 'Drew Door',
      Email: people.door,
      PendingEmail: null,
      SignsInWith: 'Password',
      DateLocale: 'en-AU',
    })
    expect(body.Sessions).toContainEqual({
      SessionId: expect.any(String),
      Device: 'Firefox on Windows',
      Address: '203.0.113.7',
      SignedInDate: expect.any(String),
      LastUsedDate: expect.any(String),
      IsThisOne: true,
    })
  })

  test('another name is in the business, in the console and in the next token', async () => {
    const { call, browser } = await signIn(people.door)
    expect((await call(api.setMyName, { body: { DisplayName: ' Dulcie Door ' } })).status).toBe(204)
    expect((await call(api.getMe)).body.DisplayName).toBe('Dulcie Door')
    expect(claimsIn((await browser.post('token')).body.token).name).toBe('Dulcie Door')
    const users = await hub.as(people.admin)(api.listUsers, {
      params: { businessId: 'harbourside' },
      query: { q: 'dulcie' },
    })
    expect(users.body.Results).toMatchObject([{ Email: people.door, DisplayName: 'Dulcie Door' }])
    expect((await trailOf('setMyName')).at(-1)).toMatchObject({
      business_id: 'harbourside',
      before: { Name: 'Drew Door' },
      after: { Name: 'Dulcie Door' },
    })
    expect((await call(api.setMyName, { body: { DisplayName: ' ' } })).status).toBe(400)
  })

  test('a super administrator has one, too', async () => {
    const { call } = await signIn(people.superAdmin)
    expect((await call(api.setMyName, { body: { DisplayName: 'Sam the Super' } })).status).toBe(204)
    expect((await call(api.getMe)).body).toMatchObject({ DisplayName: 'Sam the Super', IsSuperAdmin: true })
  })

  test('dates are written as one likes them', async () => {
    const { call } = await signIn(people.door)
    expect((await call(api.setMyDateLocale, { body: { DateLocale: 'en-US' } })).status).toBe(204)
    expect((await call(api.getMe)).body.DateLocale).toBe('en-US')
    expect((await call(api.getMyAccount)).body.DateLocale).toBe('en-US')
  })
})

describe('another password', () => {
  test('needs the present one, and ends every other session', async () => {
    const { call, token } = await signIn(people.reception)
    const other = await signIn(people.reception)
    const wrong = await call(api.changeMyPassword, {
      body: { Password: 'not-the-password', NewPassword: newPassword },
    })
    expect(wrong.status).toBe(400)
    expect(wrong.error.Errors).toEqual({ Password: accountWords.notYourPassword })
    expect((await other.call(api.getMe)).status).toBe(200)

    const changed = await call(api.changeMyPassword, {
      body: { Password: demoPassword, NewPassword: newPassword },
    })
    expect(changed.status).toBe(204)
    expect((await call(api.getMe)).status).toBe(200)
    expect((await hub.withToken(token)(api.getMyAccount)).body.Sessions).toHaveLength(1)
    expect((await other.call(api.getMe)).status).toBe(401)
    expect((await signIn(people.reception)).status).toBe(401)
    expect((await signIn(people.reception, newPassword)).status).toBe(200)
    const letters = await mailsTo(people.reception)
    expect(letters.at(-1)).toMatchObject({ kind: 'password-changed' })
    expect(await trailOf('changeMyPassword')).toHaveLength(1)
  })

  test.each([
    ['password12', guessablePassword],
    ['harbourside1', guessablePassword],
    ['short', 'The new password needs 10 characters or more.'],
  ])('is not to be %s', async (password, sentence) => {
    const { call } = await signIn(people.promotions)
    const answer = await call(api.changeMyPassword, {
      body: { Password: demoPassword, NewPassword: password },
    })
    expect(answer.status).toBe(400)
    expect(answer.error.Errors).toEqual({ NewPassword: sentence })
  })

  test('is not found by trying: ten wrong ones close it, in this session alone', async () => {
    const { call } = await signIn(people.promotions)
    const other = await signIn(people.promotions)
    const tryWith = (caller: typeof call, Password: string) =>
      caller(api.changeMyPassword, { body: { Password, NewPassword: newPassword } })
    for (let tries = 0; tries < 10; tries++) expect((await tryWith(call, 'wrong')).status).toBe(400)
    expect((await tryWith(call, demoPassword)).status).toBe(429)
    expect((await tryWith(other.call, demoPassword)).status).toBe(204)
  })

  test('two at once: one of them is the password', async () => {
    const { call } = await signIn(people.finance)
    const passwords = ['five kettles in a drawer', 'nine ladders on the moor']
    const answers = await Promise.all(
      passwords.map((NewPassword) =>
        call(api.changeMyPassword, { body: { Password: demoPassword, NewPassword } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  })
})

describe('whoever signs in with Microsoft', () => {
  test('is told that their password is kept there', async () => {
    const { call } = await signIn(people.otherAdmin)
    await hub.owner.query(
      `update identity.account set microsoft_key = 'tid.linked', password_hash = null where email = $1`,
      [people.otherAdmin],
    )
    expect((await call(api.getMyAccount)).body.SignsInWith).toBe('Microsoft')
    expect((await call(api.getMe)).body.SignsInWith).toBe('Microsoft')
    const body = { Password: demoPassword, NewPassword: newPassword }
    const answer = await call(api.changeMyPassword, { body })
    expect(answer.error.ErrorMessage).toBe(accountWords.withMicrosoft)
    const email = await call(api.changeMyEmail, {
      body: { NewEmail: 'elsewhere@hub.example', Password: demoPassword },
    })
    expect(email.error.ErrorMessage).toBe(accountWords.emailWithMicrosoft)
    // Who has a passkey alone isn't sent there.
    await hub.owner.query('update identity.account set microsoft_key = null where email = $1', [
      people.otherAdmin,
    ])
    expect((await call(api.changeMyPassword, { body })).error.ErrorMessage).toBe(accountWords.withPasskey)
  })
})

describe('sessions', () => {
  test('one is ended from another, at once', async () => {
    const here = await signIn(people.admin)
    const there = await signIn(people.admin)
    const sessions = (await here.call(api.getMyAccount)).body.Sessions
    const { SessionId } = sessions.find((session) => session.SessionId === claimsIn(there.token).sid)!
    const ended = await here.call(api.endMySession, { params: { accountSessionId: SessionId } })
    expect(ended.status).toBe(204)
    expect((await there.call(api.getMe)).status).toBe(401)
    expect((await there.browser.post('token')).status).toBe(401)
    const again = await here.call(api.endMySession, { params: { accountSessionId: SessionId } })
    expect(again.status).toBe(404)
  })

  test('another person’s is none', async () => {
    const mine = await signIn(people.admin)
    const theirs = await signIn(people.door)
    const { sid } = claimsIn(theirs.token)
    const answer = await mine.call(api.endMySession, { params: { accountSessionId: String(sid) } })
    expect(answer.status).toBe(404)
    expect((await theirs.call(api.getMe)).status).toBe(200)
  })

  test('all others end at once, this one goes on, and nobody else’s ends', async () => {
    const here = await signIn(people.admin)
    const there = await signIn(people.admin)
    const theirs = await signIn(people.door)
    expect((await here.call(api.endMyOtherSessions)).status).toBe(204)
    expect((await there.call(api.getMe)).status).toBe(401)
    expect((await theirs.call(api.getMe)).status).toBe(200)
    expect((await here.call(api.getMyAccount)).body.Sessions).toMatchObject([{ IsThisOne: true }])
  })

  test('one past its eight hours, or that nobody came back to, is not told of', async () => {
    const here = await signIn(people.door)
    const old = await signIn(people.door)
    await hub.owner.query(
      `update identity.session set auth_time = now() - interval '9 hours' where sid = $1`,
      [claimsIn(old.token).sid],
    )
    const { Sessions } = (await here.call(api.getMyAccount)).body
    expect(Sessions.map(({ SessionId }) => SessionId)).not.toContain(claimsIn(old.token).sid)
  })
})
