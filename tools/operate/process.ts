import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { findRunner } from '#platform/postgres'
import { fastFolder } from '#tests/processes/fast-folder.ts'
import { Trouble } from '#tools/run.mjs'

const runner = findRunner()

/** A folder for a program that refuses to be root: whoever it then is may write there. */
export function openFolder() {
  const folder = fastFolder()
  const handOver = (path: string) => runner.user && chownSync(path, runner.user.uid, runner.user.gid)
  handOver(folder)
  return {
    path: folder,
    write: (name: string, content: string) => {
      const path = join(folder, name)
      writeFileSync(path, content, { mode: 0o600 })
      handOver(path)
      return path
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Starts a program that refuses to be root. It ends with us. */
export function launch(program: string, args: readonly string[]): ChildProcess {
  const [command = '', ...rest] = [...runner.prefix, program, ...args]
  return spawn(command, rest, { ...runner.user, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Resolves with all that the program said once it has ended well; any other end is trouble, in its own words. */
export async function untilDone(child: ChildProcess): Promise<string> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Trouble(`${child.spawnargs.join(' ')} ended with ${code}: ${said.trim()}`)
  return said
}

/** Resolves once the program has said so; an end before that is trouble, in its own words. */
export function untilSaid(child: ChildProcess, words: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000)
      if (words.test(said)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new Trouble(`${child.spawnfile} ended with ${code}: ${said.trim()}`)),
    )
  })
}

/** Ends what we started, and resolves when it has. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill(signal)
  await ended
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}
