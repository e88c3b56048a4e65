import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingsError } from '#platform/settings'

const patience = 30_000

/** Names the process that PostgreSQL belongs to, so that a later start can tell a leftover from a running Hub. */
export const ownerMark = `hub.owner=${process.pid}`

/** Ends a PostgreSQL that a killed Hub left in this folder; one that a running Hub uses is a SettingsError. */
export async function endLeftover(data: string) {
  const lock = join(data, 'postmaster.pid')
  const pid = readPid(lock)
  if (!pid) return
  const command = commandOf(pid)
  if (!command) return // PostgreSQL sees for itself that the lock is stale
  if (!command.includes(data)) return rmSync(lock, { force: true }) // the number went to another program since

  const owner = Number(/hub\.owner=(\d+)/.exec(command)?.[1])
  if (owner && commandOf(owner))
    throw new SettingsError(
      `Another Hub (process ${owner}) uses the data folder ${data}: stop it, or set HUB_DATA_DIR to another folder.`,
    )
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + patience
  while (commandOf(pid)) {
    if (Date.now() > deadline)
      throw new SettingsError(`An earlier PostgreSQL (process ${pid}) uses ${data} and doesn't end: stop it.`)
    await delay(20)
  }
}

/** The port of a PostgreSQL that a running Hub has in this folder. */
export function portOfRunning(data: string): number | undefined {
  const lock = join(data, 'postmaster.pid')
  const pid = readPid(lock)
  const command = pid ? commandOf(pid) : ''
  if (!command.includes(data)) return undefined
  const owner = Number(/hub\.owner=(\d+)/.exec(command)?.[1])
  // PostgreSQL writes its port into the fourth line.
  return owner && commandOf(owner) ? Number(readFileSync(lock, 'utf8').split('\n')[3]) : undefined
}

function readPid(lock: string) {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10)
  } catch {
    return undefined
  }
}

function commandOf(pid: number) {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
