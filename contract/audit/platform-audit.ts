import { z } from 'zod'
import { countedPage, countedPaging, endpoint, file, superAdministrator } from '#contract/endpoint.ts'
import { AuditActions, AuditEntry, AuditFilters, entryParams } from './audit.ts'

const access = superAdministrator
const path = '/api/audit'

/** An entry of the platform's trail. What is somebody's in a business is told there alone: names and values are left out. */
export const PlatformAuditEntry = AuditEntry.extend({
  /** Null for what belongs to no business. */
  BusinessId: z.string().nullable(),
  BusinessName: z.string().nullable(),
})
export type PlatformAuditEntry = z.infer<typeof PlatformAuditEntry>

/** What entries can be narrowed down by: as a business's, and by the business. */
export const PlatformAuditFilters = AuditFilters.omit({ by: true }).extend({
  forBusiness: z.string().max(100).optional(),
})
export type PlatformAuditFilters = z.infer<typeof PlatformAuditFilters>

export const platformAuditApi = {
  listPlatformAudit: endpoint({
    method: 'GET',
    path,
    title: 'Who did what on the platform, and what super administrators did in which business',
    access,
    // As the trail of a business.
    shows: [],
    query: PlatformAuditFilters.extend(countedPaging),
    output: countedPage(PlatformAuditEntry),
  }),
  getPlatformAuditEntry: endpoint({
    method: 'GET',
    path: `${path}/entry/{entryId}`,
    title: "One entry of the platform's trail",
    access,
    // It never changes.
    shows: [],
    params: entryParams,
    output: PlatformAuditEntry,
  }),
  listPlatformAuditActions: endpoint({
    method: 'GET',
    path: `${path}/actions`,
    title: "The kinds of entries in the platform's trail",
    access,
    // As the trail itself.
    shows: [],
    output: AuditActions,
  }),
  exportPlatformAudit: endpoint({
    method: 'GET',
    path: `${path}/csv`,
    title: "The platform's trail, as a CSV file",
    access,
    // As the trail itself.
    shows: [],
    query: PlatformAuditFilters,
    mayLag: true,
    leavesEntry: true,
    output: file,
  }),
}
