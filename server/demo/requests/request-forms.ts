import sql from 'sql-template-tag'
import type { FormFields } from '#contract/requests/request-forms.ts'
import { newRules } from '#contract/requests/type-rules.ts'
import type { Transaction } from '#platform/database'
import { demoQuestions } from './questions.ts'

type DemoForm = FormFields & { businessId: string; formId: string }

const terms =
  'I agree to be bound by the constitution and the by-laws of the club, and to respect its house rules. I am at least 18 years old.'

const usual: FormFields = {
  Kind: 'Registration',
  DisplayName: '',
  IsOpen: true,
  VenueNo: '1',
  Fields: {
    Title: 'Optional',
    PreferredName: 'Off',
    MiddleName: 'Off',
    BirthDate: 'Required',
    Gender: 'Optional',
    Nationality: 'Off',
    Occupation: 'Off',
    MobileNumber: 'Required',
    PhoneNumber: 'Off',
    Address: 'Required',
    Marketing: 'Optional',
  },
  MembershipTypes: [],
  FeeItems: [],
  Questions: [],
  Term: { Kind: 'Months', Months: 12, Month: 6, Day: 30 },
  Introduction: '',
  Terms: terms,
  ClosingText: '',
  NeedsReview: false,
  PassConfigurationId: null,
  Reminders: [],
}
const renewal: FormFields = {
  ...usual,
  Kind: 'Renewal',
  VenueNo: null,
  Fields: {
    ...usual.Fields,
    Title: 'Off',
    BirthDate: 'Off',
    Gender: 'Off',
    MobileNumber: 'Optional',
    Address: 'Optional',
  },
}

// The demo's members may try it whenever they like.
const anyTime = { ...newRules('Renewal'), DaysBefore: null }

/** The forms of the demo; the second kind of each is closed or needs a review. */
export const demoForms: readonly DemoForm[] = [
  {
    ...usual,
    businessId: 'harbourside',
    formId: 'harbourside-membership',
    DisplayName: 'Club membership',
    Introduction:
      'Become a member of Harbourside: members’ prices, the draw on Fridays, and a vote at the annual meeting.',
    ClosingText:
      'The committee meets on the first Tuesday of the month. Bring photo identification when you collect your card.',
    MembershipTypes: [
      { Key: 'Ordinary', Fee: 55, TaxPercent: 10 },
      { Key: 'Sporting', Fee: 80, TaxPercent: 10 },
      { Key: 'Pensioner', Fee: 0, TaxPercent: 10 },
    ],
    FeeItems: [
      { Id: 'locker', Description: 'Locker for a year', Fee: 25, TaxPercent: 10 },
      { Id: 'raffle', Description: 'Donation to the junior teams', Fee: 10, TaxPercent: 0 },
    ],
  },
  {
    ...usual,
    businessId: 'harbourside',
    formId: 'harbourside-social',
    DisplayName: 'Social membership at the Sports Bar',
    VenueNo: '2',
    Fields: { ...usual.Fields, Address: 'Optional', MobileNumber: 'Optional' },
    MembershipTypes: [{ Key: 'Social', Fee: 0, TaxPercent: 10 }],
    Questions: demoQuestions,
  },
  {
    ...renewal,
    businessId: 'harbourside',
    formId: 'harbourside-renewal',
    DisplayName: 'Membership renewal',
    Introduction: 'Renew for another year. It takes two minutes.',
    MembershipTypes: [
      { Key: 'Ordinary', Fee: 45, TaxPercent: 10, Rules: { ...anyTime, Review: 'Never' } },
      { Key: 'Social', Fee: 15, TaxPercent: 10, Rules: { ...anyTime, Review: 'Never' } },
      { Key: 'Life', Fee: 0, TaxPercent: 10, Rules: anyTime },
    ],
    FeeItems: [{ Id: 'locker', Description: 'Locker for a year', Fee: 25, TaxPercent: 10 }],
    Reminders: [
      { Days: -30, Channel: 'email' },
      { Days: -7, Channel: 'email' },
      { Days: 7, Channel: 'sms' },
    ],
  },
  {
    ...renewal,
    businessId: 'harbourside',
    formId: 'harbourside-sporting-renewal',
    DisplayName: 'Sporting renewal',
    NeedsReview: true,
    Term: { Kind: 'YearEnd', Months: 12, Month: 6, Day: 30 },
    MembershipTypes: [{ Key: 'Sporting', Fee: 70, TaxPercent: 10, Rules: { ...anyTime, Review: 'Always' } }],
  },
  {
    ...usual,
    businessId: 'valley-golf',
    formId: 'valley-golf-membership',
    DisplayName: 'Golf membership',
    IsOpen: false,
    MembershipTypes: [{ Key: 'Ordinary', Fee: 450, TaxPercent: 10 }],
  },
]

/** Makes the forms of the demo. */
export async function seedForms(platform: Transaction): Promise<void> {
  for (const { businessId, formId, Kind, DisplayName, IsOpen, VenueNo, ...config } of demoForms)
    await platform.asTenant(businessId, (tx) =>
      tx.run(sql`
        insert into request_form (business_id, form_id, kind, display_name, is_open, venue_no, config)
        values (${businessId}, ${formId}, ${Kind}, ${DisplayName}, ${IsOpen}, ${VenueNo}, ${config}::jsonb)`),
    )
}
