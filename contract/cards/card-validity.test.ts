import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/events/event-times.ts'
import { sendFieldsOf } from './card-issue.ts'
import { validityOf, validityProblems } from './card-validity.ts'

const today = '2026-11-16'
const sold = { ExpiryMonths: 36, IsPromotional: false }
const promotional = { ExpiryMonths: null, IsPromotional: true }

describe('the last days of a card', () => {
  test('are the usual ones where nobody says otherwise', () => {
    expect(validityOf(sold, {}, today)).toEqual({
      offerExpiryDate: '2026-12-16',
      plasticExpiryDate: '2029-11-16',
    })
    expect(validityOf(promotional, {}, today).plasticExpiryDate).toBeNull()
    // As PostgreSQL counts months: of one that is too short, the last day.
    expect(validityOf({ ...sold, ExpiryMonths: 48 }, {}, '2028-02-29').plasticExpiryDate).toBe('2032-02-29')
    expect(validityOf(sold, {}, '2028-02-29').plasticExpiryDate).toBe('2031-02-28')
  })

  test('of a program of one month are right on every day', () => {
    const month = { ExpiryMonths: 1, IsPromotional: true }
    const days = Array.from({ length: 366 }, (_, day) => addDays('2028-01-01', day))
    expect(days.filter((day) => Object.keys(validityProblems(month, {}, day)).length > 0)).toEqual([])
    expect(validityOf(month, {}, '2027-01-31').offerExpiryDate).toBe('2027-02-28')
    expect(validityOf(month, {}, '2027-03-31').offerExpiryDate).toBe('2027-04-30')
    // Who wants the card to last has the usual time for the offer.
    const wanted = { PlasticExpiryDate: '2027-06-30' }
    expect(validityOf(month, wanted, '2027-01-31').offerExpiryDate).toBe('2027-03-02')
  })

  const early =
    'A sold card must be valid for at least 3 years, until 16 Nov 2029 or later. Choose a later date, or a promotional program.'
  test.each([
    [sold, { OfferExpiryDate: today }, {}],
    [sold, { OfferExpiryDate: '2026-11-15' }, { OfferExpiryDate: 'The offer can not expire in the past.' }],
    [sold, { PlasticExpiryDate: '2029-11-16' }, {}],
    [sold, { PlasticExpiryDate: '2029-11-15' }, { PlasticExpiryDate: early }],
    [promotional, { PlasticExpiryDate: '2026-12-16' }, {}],
    [
      promotional,
      { PlasticExpiryDate: '2026-12-15' },
      { PlasticExpiryDate: 'The card can not expire before the offer does.' },
    ],
    // The program's own expiry comes first, whatever the offer.
    [
      sold,
      { OfferExpiryDate: '2030-01-01' },
      { PlasticExpiryDate: 'The card can not expire before the offer does.' },
    ],
  ])('of %j wanted as %j are wrong so: %j', (program, wanted, problems) => {
    expect(validityProblems(program, wanted, today)).toEqual(problems)
  })
})

test('the form refuses them itself, also while other fields are still empty', () => {
  const program = { ...sold, MinimumInitialCardValue: 10, MaximumInitialCardValue: 50 }
  const nothing = { FirstName: '', LastName: '', MobileNumber: '', EmailAddress: '', InitialCardValue: 10 }
  const { error } = sendFieldsOf(program, today).safeParse({
    ...nothing,
    OfferExpiryDate: '2026-11-15',
    PlasticExpiryDate: '2027-01-01',
    CustomInvitationSMSMessageBodyFormat: '',
  })
  const said = error!.issues.map(({ path }) => path.join('.'))
  expect(said).toEqual(expect.arrayContaining(['FirstName', 'OfferExpiryDate', 'PlasticExpiryDate']))
})
