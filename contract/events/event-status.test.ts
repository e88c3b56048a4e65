import { describe, expect, test } from 'vitest'
import {
  canEdit,
  type EventStatus,
  eventStatuses,
  eventSteps,
  refusedStep,
  stepsFrom,
} from './event-status.ts'

const allowed: Record<EventStatus, string[]> = {
  Draft: ['publish', 'delete'],
  Published: ['complete', 'cancel'],
  Completed: [],
  Canceled: [],
  Deleted: [],
}

describe.each(eventStatuses)('an event that is %s', (status) => {
  test.each(eventSteps)('can or can not: %s', (step) => {
    expect(stepsFrom(status).includes(step)).toBe(allowed[status].includes(step))
  })
})

test('says what is allowed instead', () => {
  expect(refusedStep('Draft', 'complete')).toBe(
    "An event that is Draft can't be completed. It can be published or deleted.",
  )
  expect(refusedStep('Canceled', 'publish')).toBe(
    "An event that is Canceled can't be published. Its status is final.",
  )
})

test('only what is still to be held can be changed', () => {
  expect(eventStatuses.filter(canEdit)).toEqual(['Draft', 'Published'])
})
