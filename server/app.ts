import { addressesApi } from '#contract/addresses.ts'
import { apiKeysApi } from '#contract/api-keys.ts'
import { attendanceApi } from '#contract/attendance.ts'
import { auditApi } from '#contract/audit.ts'
import { businessApi } from '#contract/business.ts'
import { cardClaimsApi } from '#contract/card-claims.ts'
import { cardIssueApi } from '#contract/card-issue.ts'
import { cardOrderFulfilmentApi } from '#contract/card-order-fulfilment.ts'
import { cardOrdersApi } from '#contract/card-orders.ts'
import { cardProgramsApi } from '#contract/card-programs.ts'
import { cardsApi } from '#contract/cards.ts'
import { configurationApi } from '#contract/configuration.ts'
import { contactChangesApi } from '#contract/contact-changes.ts'
import { disbursementApi } from '#contract/disbursement.ts'
import { doorKitsApi } from '#contract/door-kits.ts'
import { eventScansApi } from '#contract/event-scans.ts'
import { eventsApi } from '#contract/events.ts'
import { filesApi } from '#contract/files.ts'
import { memberHistoryApi } from '#contract/member-history.ts'
import { memberImportsApi } from '#contract/member-imports.ts'
import { memberMergesApi } from '#contract/member-merges.ts'
import { memberNotesApi } from '#contract/member-notes.ts'
import { memberOptionsApi } from '#contract/member-options.ts'
import { memberOverridesApi } from '#contract/member-overrides.ts'
import { membersApi } from '#contract/members.ts'
import { optionListsApi } from '#contract/option-lists.ts'
import { outboxApi } from '#contract/outbox.ts'
import { passClaimsApi } from '#contract/pass-claims.ts'
import { passInvitationsApi } from '#contract/pass-invitations.ts'
import { passTransferApi } from '#contract/pass-transfer.ts'
import { passesApi } from '#contract/passes.ts'
import { pointsApi } from '#contract/points.ts'
import { passConfigurationsApi } from '#contract/pass-configurations.ts'
import { patronApi } from '#contract/patron.ts'
import { requestFormsApi } from '#contract/request-forms.ts'
import { requestsApi } from '#contract/requests.ts'
import { pointsTransferApi } from '#contract/points-transfer.ts'
import { closePackApi } from '#contract/close-pack.ts'
import { reportsApi } from '#contract/reports.ts'
import { savedReportsApi } from '#contract/saved-reports.ts'
import { rolesApi } from '#contract/roles.ts'
import { savedFiltersApi } from '#contract/saved-filters.ts'
import { sessionApi } from '#contract/session.ts'
import { tillApi } from '#contract/till.ts'
import { usersApi } from '#contract/users.ts'
import { venuesApi } from '#contract/venues.ts'
import { walletsApi } from '#contract/wallets.ts'
import type { Mount } from '#platform/call.ts'
import { fileRoutes } from '#platform/files.ts'
import type { Notices } from '#platform/notices.ts'
import type { Settings } from '#platform/settings.ts'
import type { Vault } from '#platform/vault.ts'
import { apiKeyRoutes, roleRoutes, sessionRoutes, userRoutes } from '#server/access'
import { auditRoutes } from '#server/audit'
import { businessRoutes, configurationRoutes, optionListRoutes, venueRoutes } from '#server/business'
import {
  cardClaimRoutes,
  cardProgramRoutes,
  cardProgramsOnOffer,
  cardRoutes,
  disbursementRoutes,
  endCardsAstray,
  mergeCards,
} from '#server/cards'
import { demoTill } from '#server/demo'
import { attendanceRoutes, doorKitRoutes, eventRoutes, mergeAttendance } from '#server/events'
import type { Identity } from '#server/identity'
import {
  addressRoutes,
  contactChangeRoutes,
  type ContactUndoStep,
  memberHistoryRoutes,
  memberImportRoutes,
  memberMergeRoutes,
  type MergeStep,
  memberNoteRoutes,
  memberOptionRoutes,
  memberOverrideRoutes,
  memberRoutes,
  savedFilterRoutes,
} from '#server/members'
import { outboxRoutes } from '#server/messaging'
import { cardOrderFulfilmentRoutes, cardOrderRoutes, endOrdersAstray, mergeOrders } from '#server/orders'
import {
  endPassesAstray,
  mergePasses,
  passClaimRoutes,
  passConfigurationRoutes,
  passInvitationRoutes,
  passRoutes,
  readPassCode,
} from '#server/passes'
import { mergePoints, pointsRoutes } from '#server/points'
import { reportRoutes } from '#server/reports'
import {
  endRenewalsAstray,
  patronRoutes,
  requestFormRoutes,
  requestRoutes,
  type RequestSurroundings,
  mergeRequests,
} from '#server/requests'
import { tillRoutes } from '#server/till'
import { walletRoutes, type Wallets } from '#server/wallets'

/** What follows when two members become one: a module whose rows belong to members adds its step here. */
const mergeSteps = [
  mergePoints as MergeStep,
  mergeCards,
  mergeOrders,
  mergePasses,
  mergeAttendance,
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
  readonly vault: Vault | null
}

/** The table of contents: each module's rows of the contract, with what it does for them. */
export function mountModules(mount: Mount, around: Surroundings): void {
  const { settings, identity, requests, notices, vault } = around
  mount(sessionApi, sessionRoutes(settings))
  mount(usersApi, userRoutes(identity))
  mount(rolesApi, roleRoutes)
  mount(businessApi, businessRoutes(settings))
  mount(venuesApi, venueRoutes)
  mount(configurationApi, configurationRoutes(cardProgramsOnOffer))
  mount(optionListsApi, optionListRoutes)
  mount(cardProgramsApi, cardProgramRoutes)
  mount({ ...cardsApi, ...cardIssueApi, ...pointsTransferApi }, cardRoutes)
  mount(cardClaimsApi, cardClaimRoutes)
  mount(cardOrdersApi, cardOrderRoutes)
  mount(cardOrderFulfilmentApi, cardOrderFulfilmentRoutes)
  mount(disbursementApi, disbursementRoutes)
  mount(apiKeysApi, apiKeyRoutes)
  mount(filesApi, fileRoutes)
  mount(membersApi, memberRoutes())
  mount(memberOptionsApi, memberOptionRoutes)
  mount(addressesApi, addressRoutes(settings))
  mount(memberOverridesApi, memberOverrideRoutes)
  mount(memberHistoryApi, memberHistoryRoutes)
  mount(contactChangesApi, contactChangeRoutes(contactUndoSteps))
  mount(memberImportsApi, memberImportRoutes)
  mount(memberMergesApi, memberMergeRoutes(mergeSteps))
  mount(memberNotesApi, memberNoteRoutes)
  mount(savedFiltersApi, savedFilterRoutes)
  mount(eventsApi, eventRoutes)
  mount(
    { ...eventScansApi, ...attendanceApi },
    attendanceRoutes(notices, vault, settings.brand, readPassCode),
  )
  mount(doorKitsApi, doorKitRoutes)
  mount(pointsApi, pointsRoutes)
  mountPasses(mount, around)
  mount(requestFormsApi, requestFormRoutes(requests))
  mount(requestsApi, requestRoutes)
  mount(patronApi, patronRoutes(requests, settings))
  mount(tillApi, tillRoutes(settings.demo ? demoTill : null))
  mount({ ...reportsApi, ...closePackApi, ...savedReportsApi }, reportRoutes)
  mount(auditApi, auditRoutes)
  mount(outboxApi, outboxRoutes(vault))
}

function mountPasses(mount: Mount, { wallets }: Surroundings): void {
  mount(passConfigurationsApi, passConfigurationRoutes)
  mount({ ...passesApi, ...passTransferApi }, passRoutes)
  mount(passInvitationsApi, passInvitationRoutes)
  mount(passClaimsApi, passClaimRoutes)
  mount(walletsApi, walletRoutes(wallets))
}
