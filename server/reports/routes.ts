import type { reportsApi } from '#contract/reports.ts'
import type { Handlers } from '#platform/call.ts'
import { exportCardsByMember, listCardsByMember, sumCardsByMember } from './cards-by-member.ts'
import { getKpi } from './kpi.ts'
import { exportMembershipApplications, listMembershipApplications } from './membership-applications.ts'
import {
  exportRenewalApplications,
  listRenewalApplications,
  sumRenewalApplications,
} from './membership-renewals.ts'

/** The figures and the reports, on a page and as files. */
export const reportRoutes: Handlers<typeof reportsApi> = {
  getKpi,
  listCardsByMember,
  sumCardsByMember,
  exportCardsByMember,
  listMembershipApplications,
  exportMembershipApplications,
  listRenewalApplications,
  sumRenewalApplications,
  exportRenewalApplications,
}
