import type { paymentsApi } from '#contract/payments/payments.ts'
import type { closePackApi } from '#contract/reports/close-pack.ts'
import type { reportsApi } from '#contract/reports/reports.ts'
import type { savedReportsApi } from '#contract/reports/saved-reports.ts'
import type { Handlers } from '#platform/call'
import { getClosePack, listCloseTransactions, listUnmatchedHolds } from '#server/reports/close'
import { exportPayments, getPayment, listPayments, sumPayments } from '#server/reports/payments'
import { exportCardsByMember, listCardsByMember, sumCardsByMember } from './cards-by-member.ts'
import { sumDisbursementTransactions } from './disbursement-sums.ts'
import { getKpi } from './kpi.ts'
import { exportMembershipApplications, listMembershipApplications } from './membership-applications.ts'
import {
  exportRenewalApplications,
  listRenewalApplications,
  sumRenewalApplications,
} from './membership-renewals.ts'
import { exportPassesByMember, listPassesByMember } from './passes-by-member.ts'
import { deleteSavedReport, listSavedReports, saveReport, updateSavedReport } from './saved-reports.ts'

/** The figures and the reports, on a page and as files, and those that are kept under a name. */
export const reportRoutes: Handlers<
  typeof reportsApi & typeof closePackApi & typeof savedReportsApi & typeof paymentsApi
> = {
  getKpi,
  listPassesByMember,
  exportPassesByMember,
  getClosePack,
  listCloseTransactions,
  listUnmatchedHolds,
  sumDisbursementTransactions,
  listCardsByMember,
  sumCardsByMember,
  exportCardsByMember,
  listMembershipApplications,
  exportMembershipApplications,
  listRenewalApplications,
  sumRenewalApplications,
  exportRenewalApplications,
  listPayments,
  sumPayments,
  exportPayments,
  getPayment,
  listSavedReports,
  saveReport,
  updateSavedReport,
  deleteSavedReport,
}
