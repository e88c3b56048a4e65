import { z } from 'zod'
import type { PermissionName } from '#contract/access/permissions.ts'
import { endpoint, signedIn } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'

const path = '/api/cherrypay/v1/{businessId}/saved-reports'

/** The reports there are, by the last part of their address. */
export const reportNames = [
  'passes-by-member',
  'cherrypay-cards-by-member',
  'cherrypay-disbursement-account-transactions',
  'membership-applications',
  'membership-renewal-applications',
  'finance-close-pack',
] as const
export const ReportName = z.enum(reportNames)
export type ReportName = z.infer<typeof ReportName>

export const reportTitles: Readonly<Record<ReportName, string>> = {
  'passes-by-member': 'Passes by Member',
  'cherrypay-cards-by-member': 'Cards by Member',
  'cherrypay-disbursement-account-transactions': 'Disbursement Account Transactions',
  'membership-applications': 'Membership Applications',
  'membership-renewal-applications': 'Membership Renewal Applications',
  'finance-close-pack': 'Finance Close Pack',
}

/** What one has to be allowed to open each. */
export const reportPermissions: Readonly<Record<ReportName, PermissionName>> = {
  'passes-by-member': 'Reporting.Financial',
  'cherrypay-cards-by-member': 'Reporting.Financial',
  'cherrypay-disbursement-account-transactions': 'Reporting.Financial',
  'membership-applications': 'Reporting.Membership',
  'membership-renewal-applications': 'Reporting.Membership',
  'finance-close-pack': 'Reporting.Financial',
}

/** The reports of which only those hear who may see money; the others are named to all. */
export const financialReports: readonly ReportName[] = reportNames.filter(
  (name) => reportPermissions[name] === 'Reporting.Financial',
)

/** When its owner is sent the link to it. */
export const schedules = ['Never', 'Daily', 'Weekly', 'Monthly'] as const
export const Schedule = z.enum(schedules)
export type Schedule = z.infer<typeof Schedule>

export const SavedReport = z.object({
  SavedReportId: z.string(),
  Name: z.string(),
  Report: ReportName,
  /** The filters, as the report's address has them after its question mark. */
  Search: z.string(),
  IsShared: z.boolean(),
  Schedule,
  /** When the link is sent next. */
  NextAt: z.iso.datetime().nullable(),
  OwnerName: z.string(),
  IsMine: z.boolean(),
  /** True for one's own; Admins and super administrators may delete shared ones, too. */
  CanDelete: z.boolean(),
})
export type SavedReport = z.infer<typeof SavedReport>

export const NewSavedReport = z.object({
  Name: z
    .string(needed('Name is required.'))
    .trim()
    .min(1, 'Name is required.')
    .max(60, 'A name can have 60 characters at the most.'),
  Report: ReportName,
  Search: z
    .string()
    .max(1000)
    .regex(/^[\w%&=.+*~-]*$/, 'These filters can not be saved.'),
  IsShared: z.boolean(),
  Schedule,
})
export type NewSavedReport = z.infer<typeof NewSavedReport>

export const savedReportsApi = {
  /** One's own and those that others share, by name; of the shared ones only those that the caller is shown a link to. */
  listSavedReports: endpoint({
    method: 'GET',
    path,
    title: 'Saved reports',
    access: signedIn,
    shows: ['savedReport'],
    output: z.object({ Results: z.array(SavedReport) }),
  }),
  saveReport: endpoint({
    method: 'POST',
    path,
    title: 'Save a report',
    access: signedIn,
    changes: ['savedReport'],
    body: NewSavedReport,
    output: SavedReport,
  }),
  /** One's own only. */
  updateSavedReport: endpoint({
    method: 'PUT',
    path: `${path}/{savedReportId}`,
    title: 'Change a saved report',
    access: signedIn,
    changes: ['savedReport'],
    withoutRevision: 'Nobody but its owner can change it.',
    body: NewSavedReport.pick({ Name: true, IsShared: true, Schedule: true }),
    output: SavedReport,
  }),
  deleteSavedReport: endpoint({
    method: 'DELETE',
    path: `${path}/{savedReportId}`,
    title: 'Delete a saved report',
    access: signedIn,
    changes: ['savedReport'],
  }),
}
