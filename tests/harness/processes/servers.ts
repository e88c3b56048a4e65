import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The secret of every server here. */
export const installationSecret = 'what the servers of browser tests seal with'

/** Runs one server after the other in a process that has read the code once: that takes longer than to start one. */
export function openServers() {
  const child = fork(fileURLToPath(new URL('./serving.ts', import.meta.url)), {
    execArgv: [],
    // Nothing of the caller's own settings: a DATABASE_URL in somebody's shell is no test database.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/compiled'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The servers ended: ${code}.`)))
  // Those who wait for a server are told.
  ended.catch(() => undefined)
  return {
    /** Stops the server before, and tells where the new one is. */
    async start(settings: Record<string, string>): Promise<string> {
      const answer = once(child, 'message')
      // Browsers crowd the machine: that a server is late says nothing there.
      child.send({ HUB_SECRET: installationSecret, HUB_BUSY_AFTER_MS: '60000', ...settings })
      const [url] = (await Promise.race([answer, ended])) as [string]
      return url
    },
    async close() {
      child.disconnect()
      await ended.catch(() => undefined)
    },
  }
}
