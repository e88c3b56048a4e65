import { describe, expect, test } from 'vitest'
import {
  internationalMobile,
  isHomeMobile,
  isInternationalMobile,
  lacksCountryCode,
} from '#contract/values/mobile.ts'
import { smsText, unknownToken, usualSms } from './card-sms.ts'

const values = {
  FirstName: 'Ivy',
  LastName: 'Ong',
  Value: '$75.00',
  Card: 'Gift Card',
  Business: 'The Club',
  ExpiryDate: '14 Dec 2026',
  Link: 'https://hub.example/claim/x',
}

describe('the text of an invitation', () => {
  test('says what its tokens stand for', () => {
    expect(smsText(usualSms, values)).toBe(
      'Hi Ivy, The Club has sent you a Gift Card with $75.00. Activate it by 14 Dec 2026: https://hub.example/claim/x',
    )
  })

  test('has the link once, at the end where nobody put it elsewhere', () => {
    expect(smsText('For you. ', values)).toBe(`For you. ${values.Link}`)
    expect(smsText('{Link} is yours', values)).toBe(`${values.Link} is yours`)
  })

  test('knows what stands for nothing', () => {
    expect(unknownToken('Dear {FirstName} {Name}')).toBe('{Name}')
    expect(unknownToken('Dear {}')).toBe('{}')
    expect(unknownToken(usualSms)).toBeNull()
  })
})

describe('a mobile number', () => {
  test('as it is dialled at home is made international', () => {
    expect(lacksCountryCode('0491 570 006')).toBe(true)
    expect(internationalMobile('0491 570 006')).toBe('+61491570006')
    expect(lacksCountryCode('0291570006')).toBe(false)
    expect(lacksCountryCode('+61491570006')).toBe(false)
  })

  test.each([
    ['+61491570006', true],
    ['+61 491 570 006', true],
    ['+1234567', false],
    ['+12345678', true],
    ['+1234567890123', true],
    ['+12345678901234', false],
    ['61491570006', false],
  ])('%s has the right form: %s', (mobile, isRight) => {
    expect(isInternationalMobile(mobile)).toBe(isRight)
  })
})

test.each([
  ['0491 570 006', true],
  ['(0491) 570-006', true],
  // A digit short, one too many, a Turkish mobile, an extension, letters, international already.
  ['0491 570 00', false],
  ['0491 570 0066', false],
  ['0532 123 45 67', false],
  ['0491 570 006 x12', false],
  ['0491 570 OO6', false],
  ['+61 491 570 006', false],
])('%s becomes international by itself: %s', (typed, isHome) => {
  expect(isHomeMobile(typed)).toBe(isHome)
})
