import { z } from 'zod'
import { endpoint, superAdministrator } from '#contract/endpoint.ts'

/** NotSetUp: no process takes any, or any more. Late: the last good one is more than two days old. */
export const BackupState = z.enum(['NotSetUp', 'NoneYet', 'Late', 'Good'])

export const BackupStatus = z.object({
  State: BackupState,
  /** The time of day in UTC at which one is taken; null where the process that is asked isn't told. */
  DueAt: z.string().nullable(),
  /** The moment that the last good one is of. */
  TakenDate: z.iso.datetime().nullable(),
  Bytes: z.number().int().nullable(),
  /** When the last one failed, and why; null once a good one came after it. */
  FailedDate: z.iso.datetime().nullable(),
  FailureReason: z.string().nullable(),
})
export type BackupStatus = z.infer<typeof BackupStatus>

export const backupsApi = {
  getBackupStatus: endpoint({
    method: 'GET',
    path: '/api/backups/status',
    title: 'How backups stand',
    access: superAdministrator,
    // Who tries the work again that failed waits for what it brings.
    shows: ['job'],
    output: BackupStatus,
  }),
}
