import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Firefox as people have it, told what to do by WebDriver BiDi: Playwright's own is another build.
 * @param {string} program
 */
export async function openFirefox(program) {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  // Nothing is measured while it still slides to its place.
  writeFileSync(join(profile, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);\n')
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const socket = new WebSocket(`${await addressOf(child)}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('Firefox takes no connection.')))
  })
  const talk = talkOver(socket)
  const { heard } = talk
  const send = (/** @type {string} */ method, /** @type {object} */ params) => talk.send(method, params)
  await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send('browsingContext.getTree', {})
  const context = contexts[0].context
  return {
    heard,
    goTo: (/** @type {string} */ url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    resize: (/** @type {number} */ width, /** @type {number} */ height) =>
      send('browsingContext.setViewport', { context, viewport: { width, height } }),
    /** What an expression comes to, as JSON carries it. */
    async evaluate(/** @type {string} */ expression) {
      const answer = await send('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`,
        target: { context },
        awaitPromise: true,
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return JSON.parse(answer.result.value ?? 'null')
    },
    async close() {
      await send('browser.close', {}).catch(() => undefined)
      child.kill()
      await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(0)))
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Where it listens: it says so once it does. */
async function addressOf(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (!child.stderr) throw new Error('Firefox says nothing.')
  for await (const line of createInterface(child.stderr)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address) return address
  }
  throw new Error('Firefox ended before it listened.')
}

/** Each command has its number; what comes without one is an event. */
function talkOver(/** @type {WebSocket} */ socket) {
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map()
  /** @type {string[]} */
  const heard = []
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, ...answer } = JSON.parse(String(data))
    if (method === 'log.entryAdded' && params.level === 'error') heard.push(params.text)
    waiting.get(id)?.(answer)
  })
  return {
    heard,
    async send(/** @type {string} */ method, /** @type {object} */ params) {
      const id = ++last
      const answer = await new Promise((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      })
      waiting.delete(id)
      if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`)
      return answer.result
    },
  }
}
