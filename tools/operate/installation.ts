import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { run } from '#tools/run.mjs'

type User = { readonly uid: number; readonly gid: number }

/** Hub as it lies somewhere: how its server and its commands are run there. */
export type Installation = {
  readonly folder: string
  readonly server: readonly [string, ...string[]]
  readonly command: readonly [string, ...string[]]
  readonly user?: User
}

export type Running = Awaited<ReturnType<typeof startHub>>

type Settings = Readonly<Record<string, string>>

const end = '--import=./tools/end-with-parent.mjs'

export const ofSources = (folder: string): Installation => ({
  folder,
  server: [process.execPath, end, 'server/main.ts'],
  command: [process.execPath, end, 'server/command/main.ts'],
})

/** A release is run by its own programs, from wherever one is, by somebody who may change nothing of it. */
export const ofRelease = (folder: string, user: User | undefined): Installation => ({
  folder: '/',
  server: [join(folder, 'bin/hub-server')],
  command: [join(folder, 'bin/hub')],
  ...(user && { user }),
})

const environment = (settings: Settings) => ({ PATH: process.env.PATH, ...settings })

/** Starts a server, and resolves when it says that it is ready; an end before that is an error in its own words. */
export async function startHub({ folder, server, user }: Installation, settings: Settings) {
  const [program, ...args] = server
  const child = spawn(program, args, {
    cwd: folder,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const closed = once(child, 'close').finally(() => process.off('exit', endWithUs))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /is ready at (http\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    void closed.then(() => reject(new Error(`The server ended with ${child.exitCode}: ${output.trim()}`)))
  })
  return {
    url,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill('SIGTERM')
      await closed
      return { code: child.exitCode, output }
    },
  }
}

/** Runs a command to its end. */
export function hubCommand(
  { folder, command, user }: Installation,
  words: readonly string[],
  settings: Settings,
) {
  const [program, ...args] = command
  return run(program, [...args, ...words], { cwd: folder, env: environment(settings), ...user })
}
