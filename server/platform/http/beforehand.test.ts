import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, signedIn } from '#contract/endpoint.ts'
import { beforehand } from '#platform/call'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { mount } from './mount.ts'

const rows = {
  makeSomething: endpoint({
    method: 'POST',
    path: '/make',
    title: 'Make something that takes long',
    access: signedIn,
    changes: [],
    output: z.object({ Before: z.number(), Within: z.number() }),
  }),
}

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

test('what a call does beforehand holds no connection', async () => {
  const { pool } = hub.database
  const inUse = () => pool.totalCount - pool.idleCount
  const app = fastify()
  mount(app, hub.platform, rows, {
    makeSomething: beforehand<typeof rows.makeSomething, number>(
      async () => inUse(),
      async (_, made) => ({ Before: made(), Within: inUse() }),
    ),
  })
  const headers = { authorization: `Bearer ${await hub.tokenOf(people.admin)}` }
  const answer = await app.inject({ method: 'POST', url: '/make', headers })
  expect(answer.json()).toEqual({ Before: 0, Within: 1 })
  await app.close()
})
