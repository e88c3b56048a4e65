import type { auditApi } from '#contract/audit/audit.ts'
import type { Handlers } from '#platform/call'
import { getAuditEntry, listAudit, listAuditActions } from './audit-entries.ts'
import { exportAudit } from './audit-export.ts'

/** The audit trail of a business, to be read; the platform writes it. */
export const auditRoutes: Handlers<typeof auditApi> = {
  listAudit,
  getAuditEntry,
  listAuditActions,
  exportAudit,
}
