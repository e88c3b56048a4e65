import { Agent, get } from 'node:http'
import { expect, test, vi } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import { startServer } from '#tests/processes/server.ts'

vi.setConfig({ testTimeout: 60_000 })

type Asked = { status: number | string; keeps: boolean }

/** Asks on a connection that is kept where the server lets it; an error is told by its code. */
const ask = (agent: Agent, url: string, path: string) =>
  new Promise<Asked>((resolve) => {
    get(new URL(path, url), { agent }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, keeps: answer.headers.connection !== 'close' }),
      )
    }).once('error', (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? '', keeps: false }))
  })

test('who is to end says so first, goes on serving meanwhile, and gives kept connections up in good order', async () => {
  const database = await cloneDatabase()
  const server = await startServer({ DATABASE_URL: database.url, HUB_DRAIN_SECONDS: '2' })
  const agent = new Agent({ keepAlive: true })
  expect(await ask(agent, server.url, '/health/ready')).toEqual({ status: 200, keeps: true })

  const began = performance.now()
  const stopped = server.stop()
  await expect.poll(async () => (await ask(agent, server.url, '/health/ready')).status).toBe(503)
  const answers: Asked[] = []
  do answers.push(await ask(agent, server.url, '/api/version'))
  while (answers.at(-1)?.status === 200)
  const servedMs = performance.now() - began

  // Nobody listens: that alone a proxy may answer by asking another, whatever was asked.
  expect(answers.pop()).toEqual({ status: 'ECONNREFUSED', keeps: false })
  expect(answers.length).toBeGreaterThan(10)
  expect(answers.every(({ status, keeps }) => status === 200 && !keeps)).toBe(true)
  expect(servedMs).toBeGreaterThan(1_900)
  expect((await stopped).code).toBe(0)
  agent.destroy()
  await database.drop()
})
