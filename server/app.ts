import type { FastifyInstance } from 'fastify'
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
import { fileRoutes } from '#platform/files.ts'
import { mount, type Platform } from '#platform/http.ts'
import type { Settings } from '#platform/settings.ts'
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
import { cardOrderFulfilmentRoutes, cardOrderRoutes, mergeOrders } from '#server/orders'
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
import { serveAppleWallet, walletRoutes, type Wallets } from '#server/wallets'

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
const contactUndoSteps: readonly ContactUndoStep[] = [endCardsAstray, endPassesAstray, endRenewalsAstray]

/** The table of contents: each module's rows of the contract, with what it does for them. */
export function mountModules(
  app: FastifyInstance,
  platform: Platform,
  settings: Settings,
  identity: Identity,
  requests: RequestSurroundings,
): void {
  mount(app, platform, sessionApi, sessionRoutes(settings))
  mount(app, platform, usersApi, userRoutes(identity))
  mount(app, platform, rolesApi, roleRoutes)
  mount(app, platform, businessApi, businessRoutes(settings))
  mount(app, platform, venuesApi, venueRoutes)
  mount(app, platform, configurationApi, configurationRoutes(cardProgramsOnOffer))
  mount(app, platform, optionListsApi, optionListRoutes)
  mount(app, platform, cardProgramsApi, cardProgramRoutes)
  mount(app, platform, { ...cardsApi, ...cardIssueApi, ...pointsTransferApi }, cardRoutes)
  mount(app, platform, cardClaimsApi, cardClaimRoutes)
  mount(app, platform, cardOrdersApi, cardOrderRoutes)
  mount(app, platform, cardOrderFulfilmentApi, cardOrderFulfilmentRoutes)
  mount(app, platform, disbursementApi, disbursementRoutes)
  mount(app, platform, apiKeysApi, apiKeyRoutes)
  mount(app, platform, filesApi, fileRoutes)
  mount(app, platform, membersApi, memberRoutes())
  mount(app, platform, memberOptionsApi, memberOptionRoutes)
  mount(app, platform, addressesApi, addressRoutes(settings))
  mount(app, platform, memberOverridesApi, memberOverrideRoutes)
  mount(app, platform, memberHistoryApi, memberHistoryRoutes)
  mount(app, platform, contactChangesApi, contactChangeRoutes(contactUndoSteps))
  mount(app, platform, memberImportsApi, memberImportRoutes)
  mount(app, platform, memberMergesApi, memberMergeRoutes(mergeSteps))
  mount(app, platform, memberNotesApi, memberNoteRoutes)
  mount(app, platform, savedFiltersApi, savedFilterRoutes)
  mount(app, platform, eventsApi, eventRoutes)
  mount(
    app,
    platform,
    { ...eventScansApi, ...attendanceApi },
    attendanceRoutes(platform.notices, platform.database.vault, settings.brand, readPassCode),
  )
  mount(app, platform, doorKitsApi, doorKitRoutes)
  mount(app, platform, pointsApi, pointsRoutes)
  mountPasses(app, platform)
  mount(app, platform, requestFormsApi, requestFormRoutes(requests))
  mount(app, platform, requestsApi, requestRoutes)
  mount(app, platform, patronApi, patronRoutes(requests, settings))
  mount(app, platform, tillApi, tillRoutes(settings.demo ? demoTill : null))
  mount(app, platform, { ...reportsApi, ...closePackApi, ...savedReportsApi }, reportRoutes)
  mount(app, platform, auditApi, auditRoutes)
  mount(app, platform, outboxApi, outboxRoutes(platform.database.vault))
}

function mountPasses(app: FastifyInstance, platform: Platform): void {
  mount(app, platform, passConfigurationsApi, passConfigurationRoutes)
  mount(app, platform, { ...passesApi, ...passTransferApi }, passRoutes)
  mount(app, platform, passInvitationsApi, passInvitationRoutes)
  mount(app, platform, passClaimsApi, passClaimRoutes)
}

/** The ways into the wallets, and what Apple's own devices call. */
export function mountWallets(app: FastifyInstance, platform: Platform, wallets: Wallets): void {
  mount(app, platform, walletsApi, walletRoutes(wallets))
  serveAppleWallet(app, wallets)
}
