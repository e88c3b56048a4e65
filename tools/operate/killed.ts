import { strictEqual } from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { check, type Score } from '#tools/testing/checks.mjs'
import { asSuperuser, type DebianPostgres } from './debian-postgres.ts'
import { withPooler } from './pooler.ts'

/** A start that is killed while it migrates, behind a pooler in session mode that keeps its connections. */
export function killedMigrating(
  postgres: DebianPostgres,
  settings: Record<string, string>,
  more: Record<string, string> = {},
): Promise<Score> {
  const mode = ['session mode', ...Object.keys(more).map((name) => `without ${name}`)].join(' ')
  return check(`${mode}: a migration that is killed leaves no lock behind`, () =>
    withPooler(postgres, 'session', more, (urlOf) =>
      asSuperuser(postgres.urlOf('postgres', 'hub'), (superuser) =>
        killMigrating({ ...settings, DATABASE_URL: urlOf('hub') }, superuser),
      ),
    ),
  )
}

/** Ends a start without a word while it migrates. */
async function killMigrating(settings: Record<string, string>, superuser: pg.Client): Promise<void> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (/Migrating: (.*\n.*){5}/.test(said)) child.kill('SIGKILL')
  }
  await closed
  strictEqual(child.signalCode, 'SIGKILL', said)
  await requireNoLock(superuser)
}

export async function requireNoLock(superuser: pg.Client): Promise<void> {
  await until('the lock of the migrations is free', async () => {
    const { rowCount } = await superuser.query(
      `select from pg_locks where locktype = 'advisory' and objid = 7266001`,
    )
    return rowCount === 0
  })
}

export async function until(what: string, isSo: () => Promise<boolean>, patienceMs = 60_000): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`in vain: ${what}`)
    await pause(100)
  }
}
