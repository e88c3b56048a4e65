import type pg from 'pg'
import { type BackupOptions, backupEntries } from './take-backup.ts'
import { writeTar } from './tar.ts'
import { writeWhole } from './write-file.ts'

/** Everything in the database as of one moment, in one file, which is there whole or not at all. */
export async function writeBackup(client: pg.Client, file: string, options: BackupOptions): Promise<void> {
  await writeWhole(file, writeTar(backupEntries(client, options), options.takenAt))
  // Vacuum waits for its end.
  await client.query('commit')
}
