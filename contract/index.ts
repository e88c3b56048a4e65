import { addressesApi } from './addresses.ts'
import { apiKeysApi } from './api-keys.ts'
import { attendanceApi } from './attendance.ts'
import { auditApi } from './audit.ts'
import { businessApi } from './business.ts'
import { cardClaimsApi } from './card-claims.ts'
import { cardIssueApi } from './card-issue.ts'
import { cardOrderFulfilmentApi } from './card-order-fulfilment.ts'
import { cardOrdersApi } from './card-orders.ts'
import { cardProgramsApi } from './card-programs.ts'
import { cardsApi } from './cards.ts'
import { configurationApi } from './configuration.ts'
import { contactChangesApi } from './contact-changes.ts'
import { disbursementApi } from './disbursement.ts'
import { doorKitsApi } from './door-kits.ts'
import { eventScansApi } from './event-scans.ts'
import { eventsApi } from './events.ts'
import { filesApi } from './files.ts'
import { identityApi } from './identity.ts'
import { memberHistoryApi } from './member-history.ts'
import { memberImportsApi } from './member-imports.ts'
import { memberMergesApi } from './member-merges.ts'
import { memberNotesApi } from './member-notes.ts'
import { memberOptionsApi } from './member-options.ts'
import { memberOverridesApi } from './member-overrides.ts'
import { membersApi } from './members.ts'
import { optionListsApi } from './option-lists.ts'
import { outboxApi } from './outbox.ts'
import { passClaimsApi } from './pass-claims.ts'
import { passInvitationsApi } from './pass-invitations.ts'
import { passTransferApi } from './pass-transfer.ts'
import { passesApi } from './passes.ts'
import { pointsApi } from './points.ts'
import { passConfigurationsApi } from './pass-configurations.ts'
import { patronApi } from './patron.ts'
import { requestFormsApi } from './request-forms.ts'
import { requestsApi } from './requests.ts'
import { pointsTransferApi } from './points-transfer.ts'
import { closePackApi } from './close-pack.ts'
import { reportsApi } from './reports.ts'
import { savedReportsApi } from './saved-reports.ts'
import { rolesApi } from './roles.ts'
import { savedFiltersApi } from './saved-filters.ts'
import { sessionApi } from './session.ts'
import { tillApi } from './till.ts'
import { usersApi } from './users.ts'
import { venuesApi } from './venues.ts'
import { walletsApi } from './wallets.ts'

/** Every call there is, by name. */
export const api = {
  ...identityApi,
  ...sessionApi,
  ...businessApi,
  ...usersApi,
  ...rolesApi,
  ...venuesApi,
  ...configurationApi,
  ...optionListsApi,
  ...cardProgramsApi,
  ...cardsApi,
  ...cardIssueApi,
  ...cardClaimsApi,
  ...cardOrdersApi,
  ...cardOrderFulfilmentApi,
  ...disbursementApi,
  ...pointsTransferApi,
  ...apiKeysApi,
  ...filesApi,
  ...auditApi,
  ...outboxApi,
  ...membersApi,
  ...memberOptionsApi,
  ...addressesApi,
  ...memberOverridesApi,
  ...memberHistoryApi,
  ...contactChangesApi,
  ...memberImportsApi,
  ...memberMergesApi,
  ...memberNotesApi,
  ...savedFiltersApi,
  ...eventsApi,
  ...eventScansApi,
  ...attendanceApi,
  ...doorKitsApi,
  ...passesApi,
  ...passInvitationsApi,
  ...passClaimsApi,
  ...passTransferApi,
  ...pointsApi,
  ...passConfigurationsApi,
  ...requestFormsApi,
  ...requestsApi,
  ...patronApi,
  ...reportsApi,
  ...closePackApi,
  ...tillApi,
  ...walletsApi,
  ...savedReportsApi,
}
