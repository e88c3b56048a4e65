import type { auditApi } from '#contract/audit/audit.ts'
import type { platformAuditApi } from '#contract/audit/platform-audit.ts'
import type { Handlers } from '#platform/call'
import { getAuditEntry, listAudit, listAuditActions } from './audit-entries.ts'
import { exportAudit } from './audit-export.ts'
import {
  exportPlatformAudit,
  getPlatformAuditEntry,
  listPlatformAudit,
  listPlatformAuditActions,
} from './platform-trail.ts'

/** The audit trail of a business, to be read; the platform writes it. */
export const auditRoutes: Handlers<typeof auditApi> = {
  listAudit,
  getAuditEntry,
  listAuditActions,
  exportAudit,
}

/** The platform's trail, for super administrators. */
export const platformAuditRoutes: Handlers<typeof platformAuditApi> = {
  listPlatformAudit,
  getPlatformAuditEntry,
  listPlatformAuditActions,
  exportPlatformAudit,
}
