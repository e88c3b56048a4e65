import { expect, test } from 'vitest'
import { isDayField, memberFieldNames, optionalFieldNames } from './member-fields.ts'
import { memberLabels } from './member-labels.ts'

test('what may be left out are texts and days, not what is required, chosen or made of parts', () => {
  const others = memberFieldNames.filter((field) => !(optionalFieldNames as string[]).includes(field))
  expect(others).toEqual([
    'MembershipType',
    'FirstName',
    'LastName',
    'DefaultAddress',
    'HomeAddress',
    'WorkAddress',
    'PostalAddress',
    'DefaultContactDetails',
    'HomeContactDetails',
    'WorkContactDetails',
    'PostalContactDetails',
  ])
  expect(optionalFieldNames.filter(isDayField)).toEqual([
    'BirthDate',
    'DateJoined',
    'DateRenewed',
    'DateFinancial',
  ])
})

test('the labels are in the order of the fields', () => {
  expect(Object.keys(memberLabels)).toEqual(memberFieldNames)
})
