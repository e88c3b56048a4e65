import { optionListLabels } from '#contract/business/option-lists.ts'

/** Records that hold nothing of a person outside the staff. A kind that isn't named here is taken to be somebody's. */
export const impersonalKinds: readonly string[] = [
  'account',
  'API key',
  'Batch of card orders',
  'Business',
  'Calendar link',
  'Card program',
  'Disbursement account',
  'Door kit',
  'Event',
  'Form',
  'Pass configuration',
  'Role',
  'Saved filter',
  'Saved report',
  'User',
  'Venue',
  ...Object.values(optionListLabels).map((list) => `${list} option`),
]

const invitationsToMany = 'Digital membership invitations'

/** Records of the business, not of somebody of one venue. Who gets invitations is searched for, by anything. */
export const kindsOfBusiness: readonly string[] = [...impersonalKinds, invitationsToMany]

/** Records that go by the name of a thing or a person, never by where somebody is reached, as messages do. */
export const kindsWithNames: readonly string[] = [
  ...kindsOfBusiness,
  'Card',
  'Card order',
  'Digital membership card',
  'Import',
  'Member',
  'Membership request',
  'Note',
  'Renewal request',
  'Scan',
  'Visitor',
]
