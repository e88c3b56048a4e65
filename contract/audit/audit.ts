import { z } from 'zod'
import { countedPage, countedPaging, endpoint, file, may } from '#contract/endpoint.ts'
import { Instant } from '#contract/values/instants.ts'

const access = may('User.Management')
const path = '/api/cherrypay/v1/{businessId}/audit'

const Fields = z.record(z.string(), z.unknown()).nullable()

export const AuditEntry = z.object({
  EntryId: z.string(),
  At: z.iso.datetime(),
  ActorName: z.string(),
  /** A super administrator of Hub did it, not somebody of the business. */
  IsByAdministrator: z.boolean(),
  Address: z.string(),
  /** The name of the call, and what it is called among people: 'Delete a user'. */
  Action: z.string(),
  Title: z.string(),
  RecordKind: z.string().nullable(),
  RecordId: z.string().nullable(),
  RecordName: z.string().nullable(),
  Before: Fields,
  After: Fields,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What entries can be narrowed down by. */
export const AuditFilters = z.object({
  /** Part of the name of who did it. */
  person: z.string().max(200).optional(),
  action: z.string().max(100).optional(),
  /** Part of the name, or the id, of what it was done to. */
  record: z.string().max(200).optional(),
  startDate: Instant.optional(),
  /** The moment before which it was done. */
  endDate: Instant.optional(),
  /** Whose deeds: the super administrators', or those of everybody else. */
  by: z.enum(['administrators', 'others']).optional(),
})
export type AuditFilters = z.infer<typeof AuditFilters>

export const entryParams = { entryId: z.string().regex(/^\d{1,18}$/, 'An entry is named by its number.') }

/** The kinds of entries there are, by their titles. */
export const AuditActions = z.object({
  Results: z.array(z.object({ Action: z.string(), Title: z.string() })),
})

export const auditApi = {
  listAudit: endpoint({
    method: 'GET',
    path,
    title: 'Who did what',
    access,
    // Every write adds to it, so none could name it: it is read when somebody comes to look.
    shows: [],
    query: AuditFilters.extend(countedPaging),
    output: countedPage(AuditEntry),
  }),
  getAuditEntry: endpoint({
    method: 'GET',
    path: `${path}/entry/{entryId}`,
    title: 'One thing that was done',
    access,
    // It never changes.
    shows: [],
    params: entryParams,
    output: AuditEntry,
  }),
  listAuditActions: endpoint({
    method: 'GET',
    path: `${path}/actions`,
    title: 'The kinds of entries there are',
    access,
    // As the trail itself.
    shows: [],
    output: AuditActions,
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: `${path}/csv`,
    title: 'Who did what, as a CSV file',
    access,
    // As the trail itself.
    shows: [],
    query: AuditFilters,
    mayLag: true,
    leavesEntry: true,
    output: file,
  }),
}
