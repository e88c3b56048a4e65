import type { z } from 'zod'
import type { venuesApi } from '#contract/business/venues.ts'
import type { CardProgramFields } from '#contract/cards/card-programs.ts'
import type { eventsApi } from '#contract/events/events.ts'
import type { FormFields } from '#contract/requests/request-forms.ts'

/** A card program as somebody fills it in. */
export const cardProgram: CardProgramFields = {
  Description: 'Sample card',
  ProgramType: 'InstantGift',
  DeliveryTypes: ['SMS'],
  IsPhysicalEnabled: false,
  MinimumInitialCardValue: 10,
  MaximumInitialCardValue: 100,
  ExpiryMonths: null,
  IsPromotional: false,
  Terms: '',
  MaximumBalance: null,
  MaximumReloadPerDay: null,
  AllowsHolderReload: false,
}

/** An event. */
export const event: z.input<(typeof eventsApi)['createEvent']['body']> = {
  EventName: 'Sample event',
  EventStartDate: '2030-05-01',
  EventEndDate: '2030-05-02',
  CheckInStartTime: '18:00',
  CheckInEndTime: '20:00',
  EventLocation: 'Sample Hall',
  TimeZoneId: 'Australia/Sydney',
  MemberFilterQuery: 'Financial=true',
}

/** A form for applications. */
export const requestForm: FormFields = {
  Kind: 'Registration',
  DisplayName: 'Sample form',
  IsOpen: true,
  VenueNo: '1',
  Fields: {
    Title: 'Off',
    PreferredName: 'Off',
    MiddleName: 'Off',
    BirthDate: 'Required',
    Gender: 'Off',
    Nationality: 'Off',
    Occupation: 'Off',
    MobileNumber: 'Optional',
    PhoneNumber: 'Off',
    Address: 'Optional',
    Marketing: 'Optional',
  },
  MembershipTypes: [{ Key: 'Ordinary', Fee: 0, TaxPercent: 10 }],
  FeeItems: [],
  Questions: [],
  Term: { Kind: 'Months', Months: 12, Month: 6, Day: 30 },
  Introduction: '',
  Terms: '',
  ClosingText: '',
  NeedsReview: false,
  PassConfigurationId: null,
  Reminders: [],
}

/** A picture of one dot. */
export const sampleDot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgYGAAAAAEAAGjChXjAAAAAElFTkSuQmCC',
  'base64',
)

/** What opens nothing. */
export const sampleSecret = 'a-secret-that-opens-nothing'

/** A venue as somebody fills it in. */
export const venue: z.input<typeof venuesApi.createVenue.body> = {
  DisplayName: 'Sample Venue',
  Enabled: true,
  DefaultLoyaltyIntegrationId: null,
  DefaultMembershipIntegrationId: null,
  DefaultGamingIntegrationId: null,
  PointsTypes: [],
  PointsTransactionConfiguration: { MaximumHoldTransactionTimeToLiveSeconds: 600 },
}
