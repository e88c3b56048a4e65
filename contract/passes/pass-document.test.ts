import { describe, expect, test } from 'vitest'
import { contrast, hexOf } from '#contract/values/colour-values.ts'
import { colourOfHex } from '#contract/values/colour-values.ts'
import { newPassDocument } from './new-pass.ts'
import { formatDay } from './pass-dates.ts'
import { PassDocument, resolveDocument } from './pass-document.ts'
import { cut, linkKindOf, sortLinks } from './pass-layout.ts'
import { type PassSubject, resolveText, sampleValues, passValuesOf } from './pass-tokens.ts'

describe('a date on a pass', () => {
  test.each([
    ['MM/yyyy', '06/2027'],
    ['MM/YYYY', '06/2027'],
    ['d MMM yyyy', '3 Jun 2027'],
    ['dd/MM/yy', '03/06/27'],
    ['MMMM yyyy', 'June 2027'],
    ['M', '6'],
  ])('by %s is %s', (format, written) => {
    expect(formatDay('2027-06-03', format)).toBe(written)
  })

  test('is written the usual way without a format, and not at all where there is none', () => {
    expect(resolveText('Until {DateFinancial}', sampleValues)).toBe('Until 30 Jun 2027')
    expect(resolveText('{DateFinancial}', { ...sampleValues, DateFinancial: '' }, 'MM/yyyy')).toBe('')
  })
})

describe('dynamic data', () => {
  test('is filled in wherever it stands, and left as it is written where it is unknown', () => {
    expect(resolveText('{FirstName} {Nickname} {', sampleValues)).toBe('Alexandra {Nickname} {')
    const document = newPassDocument('Card')
    const resolved = resolveDocument(document, sampleValues)
    expect(JSON.stringify(resolved).match(/\{\w+\}/g)).toEqual(['{FirstName}', '{BusinessName}', '{Link}'])
    expect(resolved.InvitationSMSMessageBodyFormat).toBe(document.InvitationSMSMessageBodyFormat)
  })

  test('comes from the member, by their own contact, and is empty where they have none', () => {
    const contact = { EmailAddress: 'work@hub.example', MobileNumber: null, PhoneNumber: null }
    const member = {
      FirstName: 'Jo',
      PreferredName: null,
      LastName: 'Lee',
      PointsBalance: 1234.5,
      DefaultContactDetails: 'Work',
      WorkContactDetails: contact,
      HomeContactDetails: null,
    } as unknown as PassSubject['member']
    const values = passValuesOf({ member, businessName: 'Club', couponCode: 'ABC', purseBalance: 25 })
    expect(values).toMatchObject({
      FullName: 'Jo Lee',
      PreferredName: 'Jo',
      PointsBalance: '1,234.5',
      EmailAddress: 'work@hub.example',
      MobileNumber: '',
      BusinessName: 'Club',
      CouponCode: 'ABC',
    })
  })

  test('of the invitation alone is known there', () => {
    const document = newPassDocument('Card')
    const wrong = { ...document, InvitationSMSMessageBodyFormat: '{Lnik}' }
    expect(PassDocument.safeParse(document).success).toBe(true)
    expect(PassDocument.safeParse(wrong).error?.issues[0]?.message).toBe(
      'There is no dynamic data called {Lnik}.',
    )
  })
})

test('links are of three kinds, and sorted by them', () => {
  const kinds = ['https://a.example', 'mailto:a@b.example', 'tel:+61 2 9555 0100'].map(linkKindOf)
  expect(kinds).toEqual(['https', 'mailto', 'tel'])
  expect(
    ['http://a.example', 'ftp://a', 'javascript:alert(1)', 'mailto:', 'tel:', 'https://'].map(linkKindOf),
  ).toEqual(Array.from({ length: 6 }, () => null))
  const links = ['https://b.example', 'x', 'mailto:a@b.example', 'https://a.example', 'tel:123'].map(
    (UriValue) => ({
      UriValue,
    }),
  )
  expect(sortLinks(links).map(({ UriValue }) => UriValue)).toEqual([
    'tel:123',
    'mailto:a@b.example',
    'https://b.example',
    'https://a.example',
    'x',
  ])
})

test('a text is cut between characters, whatever they are made of', () => {
  expect(cut('Harbourside Guests', 12)).toBe('Harbourside ')
  expect(cut('👏👏👏', 2)).toBe('👏👏')
})

test('a colour typed as hex is opaque, and what is none is refused', () => {
  expect(colourOfHex('#0D5768')).toEqual({ R: 13, G: 87, B: 104, A: 255 })
  expect(hexOf({ R: 13, G: 87, B: 104, A: 255 })).toBe('#0d5768')
  expect(['#12', 'red', '#12345g', ''].map(colourOfHex)).toEqual([null, null, null, null])
  expect(contrast(colourOfHex('#000000')!, colourOfHex('#ffffff')!)).toBeCloseTo(21)
})
