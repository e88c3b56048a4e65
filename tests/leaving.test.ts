import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import { startServer } from '#tests/processes/server.ts'

const drainMs = 3_000
// One who asks as fast as a quick machine can is refused after 600 a minute, whoever is leaving.
const betweenAsksMs = 20

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
  const server = await startServer({ DATABASE_URL: database.url, HUB_DRAIN_SECONDS: String(drainMs / 1000) })
  const agent = new Agent({ keepAlive: true })
  expect(await ask(agent, server.url, '/health/ready')).toEqual({ status: 200, keeps: true })

  const began = performance.now()
  const stopped = server.stop()
  await expect.poll(async () => (await ask(agent, server.url, '/health/ready')).status).toBe(503)
  // So long a proxy has to notice. In the very instant in which the listening ends somebody may be in line still.
  const answers: Asked[] = []
  do {
    answers.push(await ask(agent, server.url, '/api/version'))
    await pause(betweenAsksMs)
  } while (performance.now() - began < drainMs / 2)
  expect(answers.length).toBeGreaterThan(5)
  expect(answers.filter(({ status, keeps }) => status !== 200 || keeps)).toEqual([])

  expect((await stopped).code).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(drainMs)
  // Nobody listens: that alone a proxy may answer by asking another, whatever was asked.
  expect(await ask(agent, server.url, '/api/version')).toEqual({ status: 'ECONNREFUSED', keeps: false })
  agent.destroy()
  await database.drop()
})
