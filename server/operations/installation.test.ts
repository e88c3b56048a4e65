import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { createHub } from '#hub'
import { testSettings } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const state = async () => (await hub.as(people.superAdmin)(api.getInstallationState)).body
const seen = async () => (await state()).Processes.length

test('tells of each process that is at work and its clock, until it ends or is heard of no more', async () => {
  await expect.poll(seen).toBe(1)
  const settings = testSettings(hub.databaseUrl)
  const other = await createHub({ settings, databaseUrl: hub.databaseUrl, secret: hub.secret })
  await expect.poll(seen).toBe(2)
  const { Processes, Replicas } = await state()
  for (const { Name, Role, ClockOffSeconds } of Processes) {
    expect([Name, Role]).toEqual([expect.stringMatching(/\(\d+\)$/), 'all'])
    expect(Math.abs(ClockOffSeconds!)).toBeLessThan(1)
  }
  expect(Replicas).toEqual([])
  await other.app.close()
  expect(await seen()).toBe(1)

  await hub.owner.query(`
    insert into process_beat (process_id, name, role, version, clock_off_ms, beat_at)
    values ('killed', 'killed', 'web', '1', 0, now() - interval '6 minutes'),
      ('wrong', 'wrong (1)', 'web', '1', 3600000, now())`)
  expect(
    (await state()).Processes.map(({ Name, ClockOffSeconds }) => [Name, ClockOffSeconds]),
  ).toContainEqual(['wrong (1)', 3600])
  expect(await seen()).toBe(2)
})

test('is for super administrators', async () => {
  expect((await hub.as(people.admin)(api.getInstallationState)).status).toBe(403)
  expect((await hub.as(null)(api.getInstallationState)).status).toBe(401)
})
