import { memberLabels } from '#contract/members/member-labels.ts'
import { limitLabels } from './limit-labels.ts'
import { reloadRuleLabels } from './reload-labels.ts'
import { retentionLabels } from './retention-labels.ts'

/**
 * What people call the fields of bodies, addresses and queries, where that isn't the field's own name in words. The forms
 * say the same (field-labels.test.ts compares them).
 */
const labels: Readonly<Record<string, string>> = {
  ...memberLabels,
  ...limitLabels,
  ...reloadRuleLabels,
  ...retentionLabels,
  IsShorter: 'Shorter retention',
  q: 'Search',
  By: 'Way of sending',
  with: 'Other member',
  ABN: 'ABN',
  IsAbnUnconfirmed: 'Unconfirmed ABN',
  Postcode: 'Post code',
  CheckInStartTime: 'Check-in Start Time',
  CheckInEndTime: 'Check-in End Time',
  EventName: 'Event Name',
  EventStartDate: 'Event Start Date',
  EventEndDate: 'Event End Date',
  EventLocation: 'Event Location',
  Reentry: 'Re-entry',
  LetsSuspendedIn: 'Let suspended members in',
  TimeZoneId: 'Time Zone',
  Username: 'Email',
  DateLocale: 'Language of dates',
  DeliveryTypes: 'Delivery',
  ExpiryMonths: 'Expiry',
  IsPhysicalEnabled: 'Physical card',
  InitialCardValue: 'Initial balance',
  MinimumInitialCardValue: 'Minimum initial balance',
  MaximumInitialCardValue: 'Maximum initial balance',
  ExternalAccountId: 'External account ID',
  OrderId: 'Order ID',
  ScanId: 'Scan ID',
  SessionIds: 'Requests',
  VenueNo: 'Venue',
  VenueNumber: 'Venue',
  MaximumHoldTransactionTimeToLiveSeconds: 'Maximum hold transaction TTL',
  TimeToLiveSeconds: 'Time to live',
  DefaultLoyaltyIntegrationId: 'Loyalty',
  DefaultMembershipIntegrationId: 'Membership',
  DefaultGamingIntegrationId: 'Gaming',
  PointsByDollarValue: 'Dollars',
  PointsByQuantity: 'Points',
  PassConfigurationId: 'Digital membership card',
  SendAppDownloadSMS: 'Send app download SMS',
  CustomInvitationSMSMessageBodyFormat: 'Message',
  InvitationSMSMessageBodyFormat: 'Invitation message',
  iOSLogoText: 'Logo text',
  iOSPrimaryField: 'Primary field',
  iOSAdditionalFields: 'Additional fields',
  iOSLocations: 'Places',
  iOSComesUpAtVenues: 'Comes up at our venues',
  iOSComesUpForEvents: 'Comes up for our events',
  iOSSharingProhibited: 'No sharing in Apple Wallet',
  ChangeMessage: 'Notification',
  GraceDays: 'Days to set one up',
  GooglePayPassBackgroundColour: 'Google background colour',
  GooglePayPassAccountOwnerName: 'Account owner name',
  GooglePayPassAccountId: 'Account ID',
  GooglePayPassCardFrontLabels: 'Card front labels',
  UriValue: 'Link',
  R: 'Red',
  G: 'Green',
  B: 'Blue',
  A: 'Opacity',
}

/** What people call a field, by its way in an input: of an entry of a list, the list's name. */
export function fieldLabel(path: readonly PropertyKey[]): string | null {
  const name = path.findLast((part) => typeof part === 'string' && !/^\d+$/.test(part))
  return name === undefined ? null : (labels[String(name)] ?? labelFromName(String(name)))
}

/** 'CardProgramId' is the 'Card program', 'IsShared' is 'Shared'. */
function labelFromName(name: string): string {
  const words = name
    .replace(/^(Is|Has|is|has)(?=[A-Z])/, '')
    .replace(/(?<=[a-z])(Id|No)$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
