import type { z } from 'zod'
import type { api } from '#contract'
import type { CardProgramFields } from '#contract/card-programs.ts'
import type { Endpoint } from '#contract/endpoint.ts'

type Api = typeof api
type Sample<Row extends Endpoint> = {
  query?: z.input<Row['query']>
  params?: Partial<z.input<Row['params']>>
} & (z.ZodUndefined extends Row['body'] ? { body?: undefined } : { body: z.input<Row['body']> })

const cardProgram: CardProgramFields = {
  Description: 'Sample card',
  ProgramType: 'InstantGift',
  DeliveryTypes: ['SMS'],
  IsPhysicalEnabled: false,
  MinimumInitialCardValue: 10,
  MaximumInitialCardValue: 100,
  ExpiryMonths: null,
  IsPromotional: false,
}

/**
 * An input that each call accepts, for the tests that run over every row. A new row has to bring its own here:
 * without one the types don't fit. Names of the path that are left out are sent as themselves, and name nothing.
 */
export const samples: { [Name in keyof Api]: Sample<Api[Name]> } = {
  signIn: { body: { email: 'nobody@hub.example', password: 'not-the-password' } },
  refreshToken: {},
  signOut: {},
  requestReset: { body: { email: 'nobody@hub.example' } },
  describeTicket: { body: { ticket: 'no-such-ticket' } },
  setPassword: { body: { ticket: 'no-such-ticket', password: 'long-enough-password' } },
  linkMicrosoft: { body: { email: 'nobody@hub.example', password: 'not-the-password' } },
  listSigningKeys: {},
  getMe: {},
  getConsoleSettings: {},
  listBusinesses: {},
  createBusiness: { body: { ABN: '51 824 753 556', Name: 'Sample Club', State: 'ACT', Postcode: '2600' } },
  lookupAbn: { params: { type: 'name' }, query: { q: 'club' } },
  setLicence: { params: { licence: 'chat' }, body: { Value: true } },
  listVenues: {},
  createVenue: {
    body: {
      DisplayName: 'Sample Venue',
      Enabled: true,
      DefaultLoyaltyIntegrationId: null,
      DefaultMembershipIntegrationId: null,
      DefaultGamingIntegrationId: null,
      PointsTypes: [],
      PointsTransactionConfiguration: { MaximumHoldTransactionTimeToLiveSeconds: 600 },
    },
  },
  updateVenue: { params: { venueId: '2' }, body: {} },
  deleteVenue: {},
  getConfiguration: {},
  listEnum: { params: { name: 'CalendarMonths' } },
  listMemberData: { params: { field: 'Title' } },
  listOptionLists: {},
  addOption: { params: { list: 'Title' }, body: { Key: 'Capt', Value: 'Captain' } },
  updateOption: { params: { list: 'Title' }, body: {} },
  listCardPrograms: {},
  createCardProgram: { body: cardProgram },
  updateCardProgram: { body: cardProgram },
  retireCardProgram: { body: { Value: true } },
  setCardArt: { body: { imageData: 'iVBORw0KGgo=' } },
  removeCardArt: {},
  listApiKeys: {},
  createApiKey: { body: { Name: 'Sample till', VenueNo: '1' } },
  revokeApiKey: {},
  getFile: {},
  listUsers: {},
  createUser: { body: { Username: 'new@hub.example', DisplayName: 'New User' } },
  setUserRole: { body: { Value: 'Door' } },
  setUserVenues: { body: [] },
  setUserDisabled: { body: { Value: true } },
  inviteUser: {},
  deleteUser: { query: { email: 'new@hub.example' } },
  listPermissions: {},
  listRoles: {},
  saveRoles: { query: { version: 'of another day' }, body: [] },
  listMembers: {},
  getMember: {},
  createMember: {
    query: { venueId: '1' },
    body: { FirstName: 'Sam', LastName: 'Sample', MembershipType: 'Ordinary' },
  },
  updateMember: { body: { FirstName: 'Sam', LastName: 'Sample', MembershipType: 'Ordinary' } },
  deleteMember: {},
  restoreMember: {},
  exportMembers: {},
  countEligibleMembers: { query: { memberFilterQuery: 'Financial=true' } },
  listMemberVenues: {},
  listMemberOptions: { params: { list: 'titles' } },
  suggestAddresses: { query: { q: '1 George Street Balmain' } },
  transformAddress: { body: { address_components: [] } },
  listOverridableProperties: {},
  overrideMemberProperty: { body: { Key: 'PreferredName', Value: 'Sammy' } },
  listMemberHistory: {},
  listMemberNotes: {},
  addMemberNote: { body: { Text: 'Likes the corner table.' } },
  pinMemberNote: { params: { noteId: '0' }, body: { IsPinned: true } },
  deleteMemberNote: { params: { noteId: '0' } },
  listSavedFilters: {},
  saveFilter: { body: { Name: 'Sample filter', Query: 'Financial=true', IsShared: false } },
  deleteSavedFilter: {},
  listAudit: {},
  getAuditEntry: { params: { entryId: '0' } },
  listAuditActions: {},
  exportAudit: {},
  listOutbox: {},
  getMessage: { params: { messageId: '0' } },
  resendMessage: { params: { messageId: '0' } },
}
