import { accountApi } from './access/account.ts'
import { administratorsApi } from './access/administrators.ts'
import { apiKeysApi } from './access/api-keys.ts'
import { factorSignInApi } from './access/factor-sign-in.ts'
import { identityApi } from './access/identity.ts'
import { rolesApi } from './access/roles.ts'
import { secondFactorPolicyApi } from './access/second-factor-policy.ts'
import { resetFactorApi, secondFactorApi } from './access/second-factor.ts'
import { sessionApi } from './access/session.ts'
import { usersApi } from './access/users.ts'
import { approvalsApi } from './approvals/approvals.ts'
import { auditApi } from './audit/audit.ts'
import { platformAuditApi } from './audit/platform-audit.ts'
import { bellApi } from './bell/bell.ts'
import { addressesApi } from './business/addresses.ts'
import { businessApi } from './business/business.ts'
import { configurationApi } from './business/configuration.ts'
import { filesApi } from './business/files.ts'
import { optionListsApi } from './business/option-lists.ts'
import { retentionApi } from './business/retention.ts'
import { settingsApi } from './business/settings.ts'
import { standingApi } from './business/standing.ts'
import { supportAccessApi } from './business/support-access.ts'
import { venuesApi } from './business/venues.ts'
import { cardClaimsApi } from './cards/card-claims.ts'
import { cardIssueApi } from './cards/card-issue.ts'
import { cardProgramsApi } from './cards/card-programs.ts'
import { cardReloadApi } from './cards/card-reload.ts'
import { cardReplacementApi } from './cards/card-replacement.ts'
import { cardsApi } from './cards/cards.ts'
import { disbursementApi } from './cards/disbursement.ts'
import { heldTransactionsApi } from './cards/held-transactions.ts'
import { holderReloadApi } from './cards/holder-reload.ts'
import { attendanceApi } from './events/attendance.ts'
import { calendarApi } from './events/calendar.ts'
import { doorKitsApi } from './events/doors/door-kits.ts'
import { doorListApi } from './events/doors/door-list.ts'
import { doorOwnerApi } from './events/doors/door-owner.ts'
import { doorPhotosApi } from './events/doors/door-photos.ts'
import { doorSearchApi } from './events/doors/door-search.ts'
import { entriesApi } from './events/entries.ts'
import { eventScansApi } from './events/event-scans.ts'
import { eventsApi } from './events/events.ts'
import { visitsApi } from './events/visits.ts'
import { whoIsInApi } from './events/who-is-in.ts'
import { backupsApi } from './jobs/backups.ts'
import { failedJobsApi } from './jobs/failed-jobs.ts'
import { growthApi } from './jobs/growth.ts'
import { installationApi } from './jobs/installation.ts'
import { contactChangesApi } from './members/contact-changes.ts'
import { possibleDuplicatesApi } from './members/duplicates/possible-duplicates.ts'
import { memberCodesApi } from './members/member-codes.ts'
import { memberHistoryApi } from './members/member-history.ts'
import { memberImportsApi } from './members/member-imports.ts'
import { memberMergesApi } from './members/member-merges.ts'
import { memberNotesApi } from './members/member-notes.ts'
import { memberOptionsApi } from './members/member-options.ts'
import { memberOverridesApi } from './members/member-overrides.ts'
import { memberPhotosApi } from './members/member-photos.ts'
import { membersApi } from './members/members.ts'
import { savedFiltersApi } from './members/saved-filters.ts'
import { outboxApi } from './messaging/outbox.ts'
import { cardOrderFulfilmentApi } from './orders/card-order-fulfilment.ts'
import { cardOrdersApi } from './orders/card-orders.ts'
import { cardsInHandApi } from './orders/cards-in-hand.ts'
import { passClaimsApi } from './passes/pass-claims.ts'
import { passConfigurationsApi } from './passes/pass-configurations.ts'
import { passInvitationsApi } from './passes/pass-invitations.ts'
import { passPurseApi } from './passes/pass-purse.ts'
import { passReplacementApi } from './passes/pass-replacement.ts'
import { passTransferApi } from './passes/pass-transfer.ts'
import { passesApi } from './passes/passes.ts'
import { walletsApi } from './passes/wallets.ts'
import { counterApi } from './payments/counter.ts'
import { paymentsApi } from './payments/payments.ts'
import { refundsApi } from './payments/refunds.ts'
import { pointsTransferApi } from './points/points-transfer.ts'
import { pointsApi } from './points/points.ts'
import { closePackApi } from './reports/close-pack.ts'
import { reportsApi } from './reports/reports.ts'
import { savedReportsApi } from './reports/saved-reports.ts'
import { deskApi } from './requests/desk.ts'
import { outlookApi } from './requests/outlook.ts'
import { patronApi } from './requests/patron.ts'
import { remindersApi } from './requests/reminders.ts'
import { requestFilesApi } from './requests/request-files.ts'
import { requestFormsApi } from './requests/request-forms.ts'
import { requestsApi } from './requests/requests.ts'
import { reviewApi } from './requests/review.ts'
import { sponsorsApi } from './requests/sponsors.ts'
import { startingApi } from './starting/starting.ts'
import { receiptsApi } from './till/receipts.ts'
import { tillReloadApi } from './till/till-reload.ts'
import { tillApi } from './till/till.ts'
import { todayApi } from './today/today.ts'
import { trendsApi } from './today/trends.ts'
import { versionApi } from './version.ts'
import { visitorDeskApi } from './visitors/visitor-desk.ts'
import { visitorRulesApi } from './visitors/visitor-rules.ts'
import { visitorsApi } from './visitors/visitors.ts'

/** Every call there is, by name. */
export const api = {
  ...identityApi,
  ...factorSignInApi,
  ...sessionApi,
  ...accountApi,
  ...secondFactorApi,
  ...resetFactorApi,
  ...secondFactorPolicyApi,
  ...versionApi,
  ...businessApi,
  ...standingApi,
  ...retentionApi,
  ...supportAccessApi,
  ...usersApi,
  ...administratorsApi,
  ...rolesApi,
  ...venuesApi,
  ...configurationApi,
  ...settingsApi,
  ...optionListsApi,
  ...cardProgramsApi,
  ...cardsApi,
  ...cardIssueApi,
  ...cardReplacementApi,
  ...cardReloadApi,
  ...cardClaimsApi,
  ...heldTransactionsApi,
  ...holderReloadApi,
  ...cardOrdersApi,
  ...cardsInHandApi,
  ...cardOrderFulfilmentApi,
  ...disbursementApi,
  ...pointsTransferApi,
  ...apiKeysApi,
  ...approvalsApi,
  ...bellApi,
  ...startingApi,
  ...filesApi,
  ...auditApi,
  ...platformAuditApi,
  ...outboxApi,
  ...failedJobsApi,
  ...backupsApi,
  ...growthApi,
  ...installationApi,
  ...membersApi,
  ...memberOptionsApi,
  ...addressesApi,
  ...memberOverridesApi,
  ...memberCodesApi,
  ...possibleDuplicatesApi,
  ...memberHistoryApi,
  ...contactChangesApi,
  ...memberImportsApi,
  ...memberMergesApi,
  ...memberNotesApi,
  ...memberPhotosApi,
  ...savedFiltersApi,
  ...eventsApi,
  ...eventScansApi,
  ...attendanceApi,
  ...calendarApi,
  ...whoIsInApi,
  ...doorKitsApi,
  ...doorListApi,
  ...doorOwnerApi,
  ...doorPhotosApi,
  ...entriesApi,
  ...visitsApi,
  ...doorSearchApi,
  ...visitorDeskApi,
  ...visitorRulesApi,
  ...visitorsApi,
  ...passesApi,
  ...passInvitationsApi,
  ...passClaimsApi,
  ...passTransferApi,
  ...passPurseApi,
  ...passReplacementApi,
  ...pointsApi,
  ...passConfigurationsApi,
  ...outlookApi,
  ...requestFormsApi,
  ...requestsApi,
  ...requestFilesApi,
  ...sponsorsApi,
  ...reviewApi,
  ...deskApi,
  ...remindersApi,
  ...refundsApi,
  ...counterApi,
  ...paymentsApi,
  ...patronApi,
  ...reportsApi,
  ...closePackApi,
  ...tillApi,
  ...tillReloadApi,
  ...receiptsApi,
  ...walletsApi,
  ...savedReportsApi,
  ...todayApi,
  ...trendsApi,
}
