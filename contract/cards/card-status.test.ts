import { expect, test } from 'vitest'
import {
  type AccountStatusChange,
  canSetStatus,
  cardStatuses,
  isPending,
  needsReason,
  statusInWords,
} from './card-status.ts'

const from = (change: AccountStatusChange) => cardStatuses.filter((status) => canSetStatus(status, change))

test('an account is turned on from off or lost, and off from on alone', () => {
  expect(from('active')).toEqual(['Inactive', 'LostStolen'])
  expect(from('inactive')).toEqual(['Active'])
  expect(from('lost-stolen')).toEqual(['Active'])
})

test('only what was lost or stolen needs a reason to work again', () => {
  expect(cardStatuses.filter((status) => needsReason(status, 'active'))).toEqual(['LostStolen'])
  expect(needsReason('LostStolen', 'inactive')).toBe(false)
})

test('only a pending card is cancelled or sent again', () => {
  expect(cardStatuses.filter(isPending)).toEqual(['Pending'])
})

test('what has become of a card can be said in a sentence', () => {
  expect(cardStatuses.map((status) => `This card is ${statusInWords(status)}.`)).toContain(
    'This card is no longer on offer.',
  )
  expect(statusInWords('LostStolen')).toBe('lost or stolen')
})
