import { expect, test } from 'vitest'
import { differingFormParts, formPartInWords, reminderInWords } from './form-words.ts'
import type { FormFields } from './request-forms.ts'
import { applicantFields } from './request-rules.ts'

const off = Object.fromEntries(
  Object.keys(applicantFields).map((name) => [name, 'Off']),
) as FormFields['Fields']
const form: FormFields = {
  Kind: 'Renewal',
  DisplayName: 'Renewal',
  IsOpen: true,
  VenueNo: null,
  Fields: { ...off, Address: 'Required' },
  MembershipTypes: [{ Key: 'Ordinary', Fee: 45, TaxPercent: 10 }],
  Questions: [],
  FeeItems: [{ Id: '1', Description: 'Locker', Fee: 25.5, TaxPercent: 0 }],
  Term: { Kind: 'YearEnd', Months: 12, Month: 6, Day: 30 },
  Introduction: '',
  Terms: '',
  ClosingText: '',
  NeedsReview: false,
  PassConfigurationId: null,
  Reminders: [{ Days: -30, Channel: 'email' }],
}

test('a form is told in words', () => {
  expect(formPartInWords(form, 'Fields')).toEqual(['Home address: required'])
  expect(formPartInWords(form, 'MembershipTypes')).toEqual(['Ordinary: $45.00 with 10% tax'])
  expect(formPartInWords(form, 'FeeItems')).toEqual(['Locker: $25.50 with 0% tax'])
  expect(formPartInWords(form, 'Term')).toBe('until 30 June')
  expect(formPartInWords(form, 'Reminders')).toEqual(['30 days before, by e-mail'])
  expect(formPartInWords(form, 'IsOpen')).toBe(true)
})

test('two forms differ in what people can read, not in the ids beneath it', () => {
  const items = form.FeeItems.map((item) => ({ ...item, Id: 'another' }))
  expect(differingFormParts(form, { ...form, FeeItems: items })).toEqual([])
  expect(differingFormParts(form, { ...form, IsOpen: false, Terms: 'Be kind.' })).toEqual(['IsOpen', 'Terms'])
})

test.each([
  [{ Days: 0, Channel: 'sms' }, 'On the day, by SMS'],
  [{ Days: 1, Channel: 'sms' }, '1 day after, by SMS'],
  [{ Days: -7, Channel: 'email' }, '7 days before, by e-mail'],
] as const)('a reminder %j is %s', (reminder, words) => {
  expect(reminderInWords(reminder)).toBe(words)
})
