import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { rightNow } from '#platform/clock'
import { type Database, noTenant } from '#platform/database'
import type { Settings } from '#platform/settings'
import { asOwner, BackupTrouble, isOfSecret, readBackup, writeBackup } from '#server/backup/archive'
import { isTakenSince, noteBegun, noteFailed, noteGood } from './records.ts'
import { removeOld } from './remove-old.ts'
import { whyNone } from './why-none.ts'

export type Installation = {
  readonly database: Database
  /** As the owner, who sees every row. */
  readonly databaseUrl: string
  readonly secret: string
  readonly backups: Settings['backups']
}

/** Takes the backup that was due then, unless that is done already, and removes older ones. */
export async function takeNightly(installation: Installation, dueAt: string | undefined): Promise<void> {
  const { database, databaseUrl, backups } = installation
  if (!backups)
    throw new BackupTrouble(
      'HUB_BACKUP_DIR is not set for the process that tried it: set it for all that do jobs, or drop this work.',
    )
  const db = database.forTenant(noTenant)
  await asOwner(databaseUrl, async (client) => {
    await requireTurn(client)
    const isDone = dueAt !== undefined && (await isTakenSince(db, dueAt))
    if (!isDone) await take(client, installation, backups.folder)
    await removeOld(db, backups)
  })
}

/** A process that was taken for dead may still be at it. The turn ends with the connection. */
async function requireTurn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('nightly_backup', 0)) as "isOurs"`,
  )
  if (!rows[0]!.isOurs)
    throw new BackupTrouble('Another process is taking a backup just now: whether it did is looked at later.')
}

async function take(client: pg.Client, { database, secret }: Installation, folder: string): Promise<void> {
  const db = database.forTenant(noTenant)
  const takenAt = rightNow()
  const file = join(folder, `hub-nightly-${takenAt.toISOString().replaceAll(/[:.]/g, '-')}.tar.zst`)
  await noteBegun(db, file, takenAt)
  try {
    await writeBackup(client, file, { secret, withSecret: false, takenAt })
    await requireWhole(file, secret)
  } catch (error) {
    const reason = whyNone(error, folder)
    // The queue and the log say so in any case.
    await noteFailed(db, file, reason).catch(() => undefined)
    throw new BackupTrouble(reason, { cause: error })
  }
  // Where this fails the file counts as broken off, and goes with the next good one.
  await noteGood(db, file, statSync(file).size)
}

/** Reads what lies on the disk from end to end, and removes it where it isn't what was written. */
async function requireWhole(file: string, secret: string): Promise<void> {
  try {
    if (!isOfSecret(await readBackup(file), secret))
      throw new BackupTrouble(`${file} is not sealed with HUB_SECRET: it was not kept.`)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}
