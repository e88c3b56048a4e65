import { expect, test } from 'vitest'
import { orderFieldsOf } from './card-orders.ts'

const fields = orderFieldsOf({ MinimumInitialCardValue: 20, MaximumInitialCardValue: 500 })
const parts = (country: string) =>
  ['country', 'postal_code', 'administrative_area_level_1', 'locality', 'route'].map((type) => {
    const name = type === 'country' ? country : 'x'
    return { long_name: name, short_name: name, types: [type] }
  })
const right = {
  InitialCardValue: 100,
  FirstName: 'Ngaire',
  LastName: 'Quist',
  EmailAddress: 'ngaire@example.org',
  MobileNumber: '+61491570110',
  Address: {
    FormattedAddress: '12 Darling Street, Balmain NSW 2041, Australia',
    AddressComponents: parts('Australia'),
  },
}
const problems = (given: object) =>
  fields
    .safeParse({ ...right, ...given })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('the form of an order takes what is right', () => {
  expect(problems({})).toBeUndefined()
})

test.each([
  [{ InitialCardValue: '' }, 'InitialCardValue: Initial balance is required'],
  [{ InitialCardValue: 20 }, 'InitialCardValue: Initial balance must be at least $20.00'],
  [{ InitialCardValue: 500 }, 'InitialCardValue: Initial balance cannot be more than $500.00'],
  [{ EmailAddress: '' }, 'EmailAddress: Email address is required'],
  [{ EmailAddress: 'x' }, 'EmailAddress: Invalid email address'],
  [{ MobileNumber: '0491570110' }, 'MobileNumber: Mobile number must include country code.'],
  [
    { MobileNumber: '+6149157011' },
    'MobileNumber: Invalid mobile number. It must be exactly 12 characters in length.',
  ],
  [{ Address: { FormattedAddress: '', AddressComponents: [] } }, 'Address: Address is required'],
  [
    { Address: { FormattedAddress: 'Balmain', AddressComponents: [] } },
    'Address: You must select an address which includes a country, post code, state, locality, route',
  ],
  [
    { Address: { FormattedAddress: '1 Queen Street, Auckland', AddressComponents: parts('New Zealand') } },
    'Address: You must select an address in Australia',
  ],
])('of %j it says %s', (given, sentence) => {
  expect(problems(given)).toEqual([sentence])
})

test.each([
  [20, 500],
  [50, 50],
  [50, 50.01],
  [50, 50.02],
  [0.01, 0.01],
])(
  'of every program some card can be ordered: %d to %d',
  (MinimumInitialCardValue, MaximumInitialCardValue) => {
    const bounds = { MinimumInitialCardValue, MaximumInitialCardValue }
    const middle = Math.floor(50 * (MinimumInitialCardValue + MaximumInitialCardValue)) / 100
    const { error } = orderFieldsOf(bounds).safeParse({ ...right, InitialCardValue: middle })
    expect(error?.issues).toBeUndefined()
  },
)
