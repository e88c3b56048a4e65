import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import type { Session } from './driver.ts'
import { sharedDrivers } from './drivers.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

const within = { role: 'hub_app', timezone: 'Pacific/Chatham', statement_timeout: '4321' }
const settings = {
  name: 'a_name',
  text: `select current_user::text as role, current_setting('timezone') as zone, current_setting('statement_timeout') as wait,
    coalesce(current_setting('app.business_id', true), '') as tenant`,
  values: [],
}
const told = { role: 'hub_app', zone: 'Pacific/Chatham', wait: '4321ms' }
const sleeping = { name: 'a_nap', text: `select pg_sleep(20)`, values: [] }

describe.each(Object.entries(sharedDrivers))(
  'the %s driver on a connection that is shared',
  (_name, make) => {
    const driver = make(within)
    let client: pg.Client
    let session: Session
    let before: unknown
    const traces = async () => {
      expect(client.getTransactionStatus()).toBe('I')
      const { rows } = await client.query(
        `select (select count(*)::int from pg_prepared_statements) as parsed, s.* from (${settings.text}) s`,
      )
      return rows[0] as unknown
    }
    beforeAll(async () => {
      client = new pg.Client(clone.url)
      await client.connect()
      await driver.prepare(client)
      before = await traces()
    })
    beforeEach(() => {
      session = driver.openSession(client)
    })
    afterAll(() => client.end())

    test('says in each transaction what holds in it, and leaves nothing behind', async () => {
      expect(before).toMatchObject({ parsed: 0, role: expect.not.stringMatching('hub_app') as string })
      const alone = await session.runAlone(settings, { tenant: 'one', planFor: 'any values' })
      expect(alone.rows).toEqual([{ ...told, tenant: 'one' }])
      expect(await traces()).toEqual(before)
      const first = await session.run(settings, { isFirst: true, tenant: 'one' })
      const second = await session.run(settings, { tenant: 'two', planFor: 'its values' })
      const last = await session.run(settings, { isLast: true })
      expect([first, second, last].flatMap(({ rows }) => rows as unknown[])).toEqual([
        { ...told, tenant: 'one' },
        { ...told, tenant: 'two' },
        { ...told, tenant: 'two' },
      ])
      expect(await traces()).toEqual(before)
    })

    test('what fails leaves nothing behind either', async () => {
      const failing = { name: 'wrong', text: 'select 1 / $1::int', values: [0] }
      await expect(session.runAlone(failing, { tenant: 'one' })).rejects.toThrow(/division/)
      expect(await traces()).toEqual(before)
      await expect(session.run(failing, { isFirst: true, tenant: 'one' })).rejects.toThrow(/division/)
      await session.rollback()
      expect(await traces()).toEqual(before)
    })

    test('its limits hold for the very first statement', async () => {
      const hasty = make({ ...within, statement_timeout: '50' }).openSession(client)
      await expect(hasty.runAlone(sleeping, {})).rejects.toThrow(/statement timeout/)
      await expect(hasty.run(sleeping, { isFirst: true })).rejects.toThrow(/statement timeout/)
      await hasty.rollback()
      expect(await traces()).toEqual(before)
    })
  },
)
