import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const enough = 6 * 1024 ** 3
const named = /^hub-test-(\d+)-/

/**
 * An empty folder for the databases of a test run: in memory where there is plenty, for every copy of a database is two
 * thousand new files, and those take ten times as long on a slow disk. What needs many members is too large for that.
 */
export function fastFolder(): string {
  const root = isRoomy() && !process.env.HUB_TEST_SIZE ? inMemory : tmpdir()
  removeAbandoned(root)
  return mkdtempSync(join(root, `hub-test-${process.pid}-`))
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem()) > enough
  } catch {
    return false
  }
}

/** A run that was killed leaves its folder, and with it the memory. */
function removeAbandoned(root: string): void {
  for (const folder of readdirSync(root)) {
    const pid = Number(named.exec(folder)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(root, folder), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
