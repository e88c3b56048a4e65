import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { createHub, type Hub } from '#hub'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { testSettings } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

// Whichever of two processes answers, on one database and with one secret. Of what they tell each other live: attendance.test.ts;
// of businesses that are suspended: suspended.test.ts; of tags that wallets are told by: two-clubs.test.ts.
let one: TestHub
let other: Hub
beforeAll(async () => {
  one = await startTestHub()
  other = await createHub({
    settings: testSettings(one.databaseUrl),
    databaseUrl: one.databaseUrl,
    secret: one.secret,
  })
  await other.app.ready()
})
afterAll(async () => {
  await other.app.close()
  await one.close()
})

const tell = async () => {
  await one.counts.tell()
  await other.counts.tell()
}
let address = 0
let remoteAddress: string
beforeEach(() => {
  remoteAddress = `10.7.7.${++address}`
})

describe('a limit', () => {
  const most = 300
  const call = async ({ app }: Pick<Hub, 'app'>, times: number) => {
    let letIn = 0
    for (let time = 0; time < times; time++) {
      const answer = await app.inject({
        method: 'GET',
        url: '/identity/.well-known/jwks.json',
        remoteAddress,
      })
      if (answer.statusCode !== 429) letIn++
    }
    return letIn
  }

  test('that is reached at one process is reached at the other', async () => {
    expect(await call(one, most)).toBe(most)
    await tell()
    // What it lets in before it has asked: a twentieth.
    const before = await call(other, most / 20)
    await tell()
    expect(await call(other, 20)).toBe(0)
    expect(before).toBeLessThanOrEqual(most / 20)
    expect(await call(one, 5)).toBe(0)
  })

  test('is one for both, however calls are spread', async () => {
    let letIn = 0
    for (let round = 0; round < 20; round++) {
      letIn += await call(round % 2 === 0 ? one : other, 30)
      await tell()
    }
    // The last round of each that didn't know of the other.
    expect(letIn).toBeGreaterThanOrEqual(most)
    expect(letIn).toBeLessThanOrEqual(most + 30)
  })

  test('is told by itself, without anybody waiting', async () => {
    await call(one, most)
    await expect
      .poll(async () => {
        const { rows } = await one.owner.query<{ calls: number }>(
          'select calls from call_count where subject = $1',
          [remoteAddress],
        )
        return rows[0]?.calls
      })
      .toBe(most)
  })

  test('costs the database nothing for those who are far from it', async () => {
    await call(one, most / 20 - 1)
    await tell()
    const { rows } = await one.owner.query('select from call_count where subject = $1', [remoteAddress])
    expect(rows).toEqual([])
  })

  test('holds for each process by itself while they can not tell each other, and for both after', async () => {
    await one.owner.query('alter table call_count rename to call_count_away')
    try {
      expect(await call(one, most + 5)).toBe(most)
      await tell()
      expect(await call(other, most / 2)).toBe(most / 2)
      await tell()
    } finally {
      await one.owner.query('alter table call_count_away rename to call_count')
    }
    await tell()
    expect(await call(other, 5)).toBe(0)
  })

  test('begins anew with its minute, and what is over is removed', async () => {
    await call(one, most)
    await tell()
    await one.owner.query(`update call_count set ends_at = now() - interval '1 second' where subject = $1`, [
      remoteAddress,
    ])
    await call(other, most / 20)
    await tell()
    expect(await call(other, 5)).toBe(5)
    // What is told later would begin another minute.
    await tell()
    await one.owner.query(`update call_count set ends_at = now() - interval '1 second' where subject = $1`, [
      remoteAddress,
    ])
    await one.tasks['remove_expired']!({} as never, { isLast: false })
    const { rows } = await one.owner.query('select from call_count where subject = $1', [remoteAddress])
    expect(rows).toEqual([])
  })

  test('on keys that open nothing is one for both, and who is known goes on', async () => {
    const knock = async ({ app }: Pick<Hub, 'app'>, key: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await app.inject({ url: api.getMe.path, remoteAddress, headers })).statusCode
    }
    const forged = (index: number) => `kit.harbourside.${String(index).padStart(32, 'k')}`
    for (let index = 0; index < 1_000; index++) await knock(one, forged(index))
    await tell()
    for (let index = 0; index < 50; index++) await knock(other, forged(index))
    await tell()
    expect(await knock(other, forged(1))).toBe(429)
    expect(await knock(other, await one.tokenOf(people.finance))).toBe(200)
  })
})

test('what is taken away at one process is refused at the other', async () => {
  const browser = newBrowser(one.app)
  const { token = '' } = (await browser.signIn(people.promotions, demoPassword)).body
  const params = { businessId: 'harbourside' }
  const elsewhere = async () => {
    const url = api.listMembers.path.replace('{businessId}', params.businessId)
    return (await other.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
  }
  expect(await elsewhere()).toBe(200)
  const { rows } = await one.owner.query<{ uid: string }>(
    `select uid from business_user where email = $1 and business_id = 'harbourside'`,
    [people.promotions],
  )
  const disabled = await one.as(people.admin)(api.setUserDisabled, {
    params: { ...params, uid: rows[0]!.uid },
    body: { Value: true },
  })
  expect(disabled.status).toBeLessThan(300)
  await expect.poll(elsewhere, { interval: 5 }).not.toBe(200)
})
