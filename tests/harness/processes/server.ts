import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const asItIs = 'server/main.ts'

type How = {
  /** Imported before it. */
  readonly first?: readonly URL[]
  /** Its files as they are, rather than in one: reading them takes longer than all the rest of a start. */
  readonly isUnbundled?: boolean
}

/** Runs the whole server as `npm start` does, on a free port, in a data folder that goes with it. */
export async function startServer(
  settings: Record<string, string>,
  { first = [], isUnbundled = false }: How = {},
) {
  const program = (!isUnbundled && process.env.TEST_SERVER) || asItIs
  const folder = mkdtempSync(join(tmpdir(), 'hub-server-'))
  const imports = ['./tools/end-with-parent.mjs', ...first.map(String)].flatMap((each) => ['--import', each])
  const child = spawn(process.execPath, [...imports, program], {
    // Nothing of the caller's own settings: a DATABASE_URL in somebody's shell is no test database.
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HUB_DATA_DIR: folder,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // One for all: of two after each other on one database the second would be refused with another.
      HUB_SECRET: 'what the servers of tests seal with',
      // Test databases are copies of the demo's: without it their accounts would be closed.
      HUB_DEMO: 'on',
      HUB_DATABASE_DRIVER: process.env.HUB_DATABASE_DRIVER,
      // Other tests crowd the machine: that a server is late says nothing there.
      HUB_BUSY_AFTER_MS: '60000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.once('close', () => rmSync(folder, { recursive: true, force: true }))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const ready = /Hub is ready at (http\S+)/.exec(output)
      if (ready?.[1]) resolve(ready[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${output.trim()}`)))
  })
  return {
    url,
    pid: child.pid,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      await once(child, 'close')
      return { code: child.exitCode, output }
    },
  }
}
