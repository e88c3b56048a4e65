import { expect, test } from 'vitest'
import { z } from 'zod'
import { optionalDay } from '#contract/members/member-fields.ts'
import { needed } from '#contract/words/needed.ts'
import { readInput } from '#contract/words/read-input.ts'
import { day } from './days.ts'

const Days = z.object({ PostedDate: day(needed('Posted date is required.')), BirthDate: optionalDay })

test.each(['0001-01-01', '2026-11-15', '9999-12-31'])('%s is a day', (text) => {
  const days = { PostedDate: text, BirthDate: text }
  expect(readInput(Days, days)).toEqual({ data: days })
})

test.each(['0000-01-01', '0000-12-31', '2026-02-30', '10000-01-01'])('%s is none', (text) => {
  expect(readInput(Days, { PostedDate: text, BirthDate: text })).toMatchObject({
    faults: {
      fields: {
        PostedDate: 'Posted date must be a date, such as 2026-11-15.',
        BirthDate: 'Birth Date must be a date, such as 2026-11-15.',
      },
    },
  })
})
