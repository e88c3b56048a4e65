import type { StartingStep } from '#contract/starting/starting.ts'

type Step = {
  title: string
  /** Why it is worth the while. */
  why: string
  button: string
  /** Where it is done: a page, or a tab of Business Configuration. */
  at: 'users' | 'memberImports' | 'passDesigns' | 'newRequestForm' | 'newEvent' | { tab: string }
}

/** Each step of a new business, in words. */
export const steps: Readonly<Record<StartingStep, Step>> = {
  Licences: {
    title: 'Choose the products',
    why: 'They decide what the business finds in its menu.',
    button: 'Choose licences',
    at: { tab: 'licences' },
  },
  Venue: {
    title: 'Add a venue',
    why: 'Members, points and tills belong to one.',
    button: 'Add a venue',
    at: { tab: 'venues' },
  },
  Look: {
    title: 'Put in the logo, and look at the time zone',
    why: 'Patrons see the logo on forms, letters and cards; days begin and end by the zone.',
    button: 'Open settings',
    at: { tab: 'business' },
  },
  Users: {
    title: 'Invite colleagues',
    why: 'Each with a role of their own, so that everything done has a name.',
    button: 'Invite users',
    at: 'users',
  },
  Options: {
    title: 'Look over the option lists',
    why: 'Membership types and levels as the club calls them, before members come in.',
    button: 'Open option lists',
    at: { tab: 'option-lists' },
  },
  PointsType: {
    title: 'Set up points',
    why: 'What points are called, and how many make a dollar, is said at the venue.',
    button: 'Open venues',
    at: { tab: 'venues' },
  },
  Members: {
    title: 'Bring in the members',
    why: 'From a CSV file, tried first without changing anything.',
    button: 'Import members',
    at: 'memberImports',
  },
  CardProgram: {
    title: 'Make a card program',
    why: 'Gift and prepaid cards are issued from one.',
    button: 'Make a card program',
    at: { tab: 'card-programs' },
  },
  Deposit: {
    title: 'Make the first deposit',
    why: 'What is put on cards comes out of the disbursement account.',
    button: 'Open disbursement',
    at: { tab: 'disbursement' },
  },
  PassDesign: {
    title: 'Design a digital membership card',
    why: 'Members keep it in their phone’s wallet.',
    button: 'Design a pass',
    at: 'passDesigns',
  },
  Form: {
    title: 'Open a form',
    why: 'People apply and renew with it, and you decide.',
    button: 'Make a form',
    at: 'newRequestForm',
  },
  Event: {
    title: 'Plan the first event',
    why: 'The door checks members in with a phone.',
    button: 'Plan an event',
    at: 'newEvent',
  },
}
