import { accountApi } from '#contract/access/account.ts'
import { administratorsApi } from '#contract/access/administrators.ts'
import { apiKeysApi } from '#contract/access/api-keys.ts'
import { rolesApi } from '#contract/access/roles.ts'
import { secondFactorPolicyApi } from '#contract/access/second-factor-policy.ts'
import { resetFactorApi, secondFactorApi } from '#contract/access/second-factor.ts'
import { sessionApi } from '#contract/access/session.ts'
import { usersApi } from '#contract/access/users.ts'
import { approvalsApi } from '#contract/approvals/approvals.ts'
import { auditApi } from '#contract/audit/audit.ts'
import { platformAuditApi } from '#contract/audit/platform-audit.ts'
import { bellApi } from '#contract/bell/bell.ts'
import { addressesApi } from '#contract/business/addresses.ts'
import { businessApi } from '#contract/business/business.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { filesApi } from '#contract/business/files.ts'
import { optionListsApi } from '#contract/business/option-lists.ts'
import { retentionApi } from '#contract/business/retention.ts'
import { settingsApi } from '#contract/business/settings.ts'
import { standingApi } from '#contract/business/standing.ts'
import { supportAccessApi } from '#contract/business/support-access.ts'
import { venuesApi } from '#contract/business/venues.ts'
import { cardClaimsApi } from '#contract/cards/card-claims.ts'
import { cardIssueApi } from '#contract/cards/card-issue.ts'
import { cardProgramsApi } from '#contract/cards/card-programs.ts'
import { cardReloadApi } from '#contract/cards/card-reload.ts'
import { cardReplacementApi } from '#contract/cards/card-replacement.ts'
import { cardsApi } from '#contract/cards/cards.ts'
import { disbursementApi } from '#contract/cards/disbursement.ts'
import { heldTransactionsApi } from '#contract/cards/held-transactions.ts'
import { holderReloadApi } from '#contract/cards/holder-reload.ts'
import { attendanceApi } from '#contract/events/attendance.ts'
import { calendarApi } from '#contract/events/calendar.ts'
import { doorKitsApi } from '#contract/events/doors/door-kits.ts'
import { doorListApi } from '#contract/events/doors/door-list.ts'
import { doorOwnerApi } from '#contract/events/doors/door-owner.ts'
import { doorPhotosApi } from '#contract/events/doors/door-photos.ts'
import { doorSearchApi } from '#contract/events/doors/door-search.ts'
import { entriesApi } from '#contract/events/entries.ts'
import { eventScansApi } from '#contract/events/event-scans.ts'
import { eventsApi } from '#contract/events/events.ts'
import { visitsApi } from '#contract/events/visits.ts'
import { whoIsInApi } from '#contract/events/who-is-in.ts'
import { backupsApi } from '#contract/jobs/backups.ts'
import { failedJobsApi } from '#contract/jobs/failed-jobs.ts'
import { growthApi } from '#contract/jobs/growth.ts'
import { installationApi } from '#contract/jobs/installation.ts'
import { contactChangesApi } from '#contract/members/contact-changes.ts'
import { possibleDuplicatesApi } from '#contract/members/duplicates/possible-duplicates.ts'
import { memberCodesApi } from '#contract/members/member-codes.ts'
import { memberHistoryApi } from '#contract/members/member-history.ts'
import { memberImportsApi } from '#contract/members/member-imports.ts'
import { memberMergesApi } from '#contract/members/member-merges.ts'
import { memberNotesApi } from '#contract/members/member-notes.ts'
import { memberOptionsApi } from '#contract/members/member-options.ts'
import { memberOverridesApi } from '#contract/members/member-overrides.ts'
import { memberPhotosApi } from '#contract/members/member-photos.ts'
import { membersApi } from '#contract/members/members.ts'
import { savedFiltersApi } from '#contract/members/saved-filters.ts'
import { outboxApi } from '#contract/messaging/outbox.ts'
import { cardOrderFulfilmentApi } from '#contract/orders/card-order-fulfilment.ts'
import { cardOrdersApi } from '#contract/orders/card-orders.ts'
import { cardsInHandApi } from '#contract/orders/cards-in-hand.ts'
import { passClaimsApi } from '#contract/passes/pass-claims.ts'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { passInvitationsApi } from '#contract/passes/pass-invitations.ts'
import { passPurseApi } from '#contract/passes/pass-purse.ts'
import { passReplacementApi } from '#contract/passes/pass-replacement.ts'
import { passTransferApi } from '#contract/passes/pass-transfer.ts'
import { passesApi } from '#contract/passes/passes.ts'
import { walletsApi } from '#contract/passes/wallets.ts'
import { paymentsApi } from '#contract/payments/payments.ts'
import { pointsTransferApi } from '#contract/points/points-transfer.ts'
import { pointsApi } from '#contract/points/points.ts'
import { closePackApi } from '#contract/reports/close-pack.ts'
import { reportsApi } from '#contract/reports/reports.ts'
import { savedReportsApi } from '#contract/reports/saved-reports.ts'
import { startingApi } from '#contract/starting/starting.ts'
import { receiptsApi } from '#contract/till/receipts.ts'
import { tillReloadApi } from '#contract/till/till-reload.ts'
import { tillApi } from '#contract/till/till.ts'
import { todayApi } from '#contract/today/today.ts'
import { trendsApi } from '#contract/today/trends.ts'
import { versionApi } from '#contract/version.ts'
import { visitorDeskApi } from '#contract/visitors/visitor-desk.ts'
import { visitorRulesApi } from '#contract/visitors/visitor-rules.ts'
import { visitorsApi } from '#contract/visitors/visitors.ts'
import type { Mount, Notices } from '#platform/call'
import { fileRoutes } from '#platform/files'
import type { Replicas } from '#platform/replicas'
import type { Vault } from '#platform/secrets'
import { type Settings, version } from '#platform/settings'
import { retentionRoutes } from '#server/business/retention'
import { standingRoutes } from '#server/business/standing'
import { supportAccessRoutes } from '#server/business/support'
import { exportBusiness } from '#server/business/whole'
import { cardProgramsOnOffer } from '#server/cards/programs'
import { demoTill } from '#server/demo/access'
import type { Identity } from '#server/identity'
import { pointsByVenue } from '#server/ledger/sums'
import type { ContactUndoStep } from '#server/members/contacts'
import type { MergeStep } from '#server/members/merge'
import { readPassCode } from '#server/passes/issued'
import type { Surroundings as RequestSurroundings } from '#server/payments'
import { visitorsIn } from '#server/visitors/register'
import type { Surroundings as Wallets } from '#server/wallets/surroundings'
import {
  accountRoutes,
  administratorRoutes,
  apiKeyRoutes,
  resetFactorRoutes,
  roleRoutes,
  secondFactorPolicyRoutes,
  sessionRoutes,
  userRoutes,
} from './access/routes.ts'
import { approvalRoutes, notingActs } from './approvals/routes.ts'
import { auditRoutes, platformAuditRoutes } from './audit/routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { bellRoutes } from './bell/routes.ts'
import { configurationRoutes } from './business/configuration.ts'
import { businessRoutes, optionListRoutes, venueRoutes } from './business/routes.ts'
import { endCardsAstray } from './cards/end-astray.ts'
import { mergeCards } from './cards/merge.ts'
import {
  cardClaimRoutes,
  cardProgramRoutes,
  cardRoutes,
  disbursementRoutes,
  holderReloadRoutes,
} from './cards/routes.ts'
import { mergeAttendance } from './events/merge.ts'
import {
  attendanceRoutes,
  calendarRoutes,
  doorKitRoutes,
  doorListRoutes,
  doorPhotoRoutes,
  entryRoutes,
  doorSearchRoutes,
  eventRoutes,
  visitRoutes,
  whoIsInRoutes,
} from './events/routes.ts'
import {
  addressRoutes,
  contactChangeRoutes,
  memberCodeRoutes,
  possibleDuplicateRoutes,
  memberHistoryRoutes,
  memberImportRoutes,
  memberMergeRoutes,
  memberNoteRoutes,
  memberPhotoRoutes,
  memberOptionRoutes,
  memberOverrideRoutes,
  memberRoutes,
  savedFilterRoutes,
} from './members/routes.ts'
import { outboxRoutes } from './messaging/routes.ts'
import { operationRoutes } from './operations/routes.ts'
import { endOrdersAstray } from './orders/end-astray.ts'
import { mergeOrders } from './orders/merge.ts'
import { cardOrderFulfilmentRoutes, cardOrderRoutes, cardReplacementRoutes } from './orders/routes.ts'
import { endPassesAstray } from './passes/end-astray.ts'
import { mergePasses, mergePurses } from './passes/merge.ts'
import { passClaimRoutes, passInvitationRoutes, passRoutes } from './passes/pass-routes.ts'
import { passConfigurationRoutes } from './passes/routes.ts'
import { mergePoints } from './points/merge.ts'
import { pointsRoutes } from './points/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { endRenewalsAstray } from './requests/end-astray.ts'
import { mergeRequests } from './requests/merge.ts'
import { formsGiving, giveBackRequests, mountRequests } from './requests/routes.ts'
import { getStarting } from './starting/starting.ts'
import { receiptRoutes, tillReloadRoutes, tillRoutes } from './till/routes.ts'
import { todayRoutes } from './today/routes.ts'
import { mergeVisitors } from './visitors/merge.ts'
import { visitorRoutes } from './visitors/routes.ts'
import { walletRoutes } from './wallets/routes.ts'

/** What follows when two members become one: a module whose rows belong to members adds its step here. */
const mergeSteps = [
  mergePoints as MergeStep,
  mergeCards,
  mergeOrders,
  mergePasses,
  mergePurses as MergeStep,
  mergeAttendance,
  mergeVisitors,
  ...mergeRequests,
]

/** What ends when a member puts former contacts back: a module that sends members something adds its step here. */
const contactUndoSteps: readonly ContactUndoStep[] = [
  endOrdersAstray,
  endCardsAstray,
  endPassesAstray,
  endRenewalsAstray,
]

/** What modules are given of the installation. The database is not among it: a call brings its own connection. */
export type Surroundings = {
  readonly settings: Settings
  readonly identity: Identity
  readonly requests: RequestSurroundings
  readonly wallets: Wallets
  readonly notices: Notices
  readonly replicas: Replicas
  readonly vault: Vault | null
}

/** The table of contents: each module's rows of the contract, with what it does for them. */
export function mountModules(mountTable: Mount, around: Surroundings): void {
  const acts = new Map()
  const mount = notingActs(mountTable, acts)
  const { settings, identity, requests, vault } = around
  mount(sessionApi, sessionRoutes(settings, requests.payments !== null))
  mount(accountApi, accountRoutes(identity))
  mount(versionApi, { getVersion: async () => ({ Version: version }) })
  mountUsers(mount, around)
  mount(rolesApi, roleRoutes(giveBackRequests))
  mount(
    { ...businessApi, ...settingsApi, ...standingApi, ...retentionApi },
    { ...businessRoutes(settings), ...standingRoutes(settings), exportBusiness, ...retentionRoutes },
  )
  mount(supportAccessApi, supportAccessRoutes)
  mount(configurationApi, configurationRoutes(cardProgramsOnOffer))
  mount({ ...venuesApi, ...optionListsApi }, { ...venueRoutes(pointsByVenue), ...optionListRoutes })
  mount(cardProgramsApi, cardProgramRoutes)
  mount({ ...cardsApi, ...cardIssueApi, ...cardReloadApi, ...pointsTransferApi }, cardRoutes)
  mount({ ...cardClaimsApi, ...heldTransactionsApi }, cardClaimRoutes)
  mount(holderReloadApi, holderReloadRoutes(requests))
  mount(cardReplacementApi, cardReplacementRoutes)
  mount({ ...cardOrdersApi, ...cardsInHandApi }, cardOrderRoutes)
  mount(cardOrderFulfilmentApi, cardOrderFulfilmentRoutes)
  mount(disbursementApi, disbursementRoutes)
  mount({ ...apiKeysApi, ...filesApi }, { ...apiKeyRoutes, ...fileRoutes })
  mountMembers(mount, around)
  mountEvents(mount, around)
  mount(pointsApi, pointsRoutes)
  mountPasses(mount, around)
  mountRequests(mount, requests, settings)
  mount(tillApi, tillRoutes(settings.demo ? demoTill : null))
  mount({ ...tillReloadApi, ...receiptsApi }, { ...tillReloadRoutes, ...receiptRoutes })
  mount({ ...reportsApi, ...closePackApi, ...savedReportsApi, ...paymentsApi }, reportRoutes)
  mount({ ...todayApi, ...trendsApi }, todayRoutes)
  mount(approvalsApi, approvalRoutes(acts))
  mount({ ...bellApi, ...startingApi }, { ...bellRoutes(around.notices), getStarting })
  mount({ ...auditApi, ...platformAuditApi }, { ...auditRoutes, ...platformAuditRoutes })
  mount({ ...failedJobsApi, ...installationApi, ...growthApi }, operationRoutes(around.replicas, settings))
  mount({ ...outboxApi, ...backupsApi }, { ...outboxRoutes(vault), ...backupRoutes(settings) })
}

function mountMembers(mount: Mount, { settings }: Surroundings): void {
  mount(membersApi, memberRoutes())
  mount(memberOptionsApi, memberOptionRoutes)
  mount(addressesApi, addressRoutes(settings))
  mount(memberOverridesApi, memberOverrideRoutes)
  mount(memberCodesApi, memberCodeRoutes)
  mount(possibleDuplicatesApi, possibleDuplicateRoutes)
  mount(memberHistoryApi, memberHistoryRoutes)
  mount(contactChangesApi, contactChangeRoutes(contactUndoSteps))
  mount(memberImportsApi, memberImportRoutes)
  mount(memberMergesApi, memberMergeRoutes(mergeSteps))
  mount(memberNotesApi, memberNoteRoutes)
  mount(memberPhotosApi, memberPhotoRoutes)
  mount(savedFiltersApi, savedFilterRoutes)
}

function mountUsers(mount: Mount, { identity }: Surroundings): void {
  mount(usersApi, userRoutes(identity, giveBackRequests))
  mount(administratorsApi, administratorRoutes(identity))
  mount(secondFactorApi, identity.ownFactorRoutes)
  mount(secondFactorPolicyApi, secondFactorPolicyRoutes)
  mount(resetFactorApi, resetFactorRoutes(identity))
}

function mountEvents(mount: Mount, { settings, notices, vault }: Surroundings): void {
  mount(eventsApi, eventRoutes)
  mount(
    { ...eventScansApi, ...attendanceApi },
    attendanceRoutes(notices, vault, settings.brand, visitorsIn, readPassCode),
  )
  mount(calendarApi, calendarRoutes(vault))
  mount({ ...doorKitsApi, ...doorListApi }, { ...doorKitRoutes, ...doorListRoutes })
  mount({ ...doorPhotosApi, ...doorOwnerApi }, doorPhotoRoutes)
  mount({ ...entriesApi, ...visitsApi }, { ...entryRoutes(visitorsIn), ...visitRoutes })
  mount(doorSearchApi, doorSearchRoutes)
  mount(whoIsInApi, whoIsInRoutes(visitorsIn))
  mount({ ...visitorDeskApi, ...visitorRulesApi, ...visitorsApi }, visitorRoutes)
}

function mountPasses(mount: Mount, { wallets }: Surroundings): void {
  mount(passConfigurationsApi, passConfigurationRoutes(formsGiving))
  mount({ ...passesApi, ...passTransferApi, ...passPurseApi, ...passReplacementApi }, passRoutes)
  mount(passInvitationsApi, passInvitationRoutes)
  mount(passClaimsApi, passClaimRoutes)
  mount(walletsApi, walletRoutes(wallets))
}
