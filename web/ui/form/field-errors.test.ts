import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors, readRefusal } from './field-errors.ts'

const Venue = z.object({
  Name: z.string().min(1, 'Name is required.').max(3, 'Too long.').regex(/^\w*$/, 'Letters alone.'),
  PointsTypes: z
    .array(z.object({ Id: z.string().min(1, 'Id is required.') }))
    .min(1, 'Add a points type.')
    .refine((types) => types.length < 3, 'Too many.'),
})
const errorsOf = (values: unknown) => fieldErrors(Venue.safeParse(values).error)

describe('what a schema finds', () => {
  test('is nothing where all is right', () => {
    expect(errorsOf({ Name: 'Bar', PointsTypes: [{ Id: 'Points' }] })).toEqual({})
    expect(fieldErrors(undefined)).toEqual({})
  })

  test('goes to each field, however deep, and of several messages the first', () => {
    expect(errorsOf({ Name: 'a b c d', PointsTypes: [{ Id: 'Points' }, { Id: '' }] })).toEqual({
      Name: 'Too long.',
      'PointsTypes.1.Id': 'Id is required.',
    })
    expect(errorsOf({ Name: '', PointsTypes: [] })).toEqual({
      Name: 'Name is required.',
      PointsTypes: 'Add a points type.',
    })
  })

  test('about the whole form has no path', () => {
    const Days = z.object({ from: z.string(), to: z.string() }).refine(({ from, to }) => from <= to, 'Order!')
    expect(fieldErrors(Days.safeParse({ from: '2', to: '1' }).error)).toEqual({ '': 'Order!' })
  })
})

describe('a refusal', () => {
  const values = { Email: '', Address: { Line1: '' } }

  test('about fields of the form is told at them alone', () => {
    const errors = { Email: 'Taken.', 'Address.Line1': 'Unknown.' }
    expect(readRefusal({ message: 'Invalid.', errors }, values)).toEqual({ errors, failure: null })
  })

  test('about something the form doesn’t have is told beside them', () => {
    const errors = { Email: 'Taken.', VenueId: 'Deleted.', Version: 'Old.' }
    expect(readRefusal({ message: 'Invalid.', errors }, values)).toEqual({
      errors: { Email: 'Taken.' },
      failure: 'Deleted. Old.',
    })
  })

  test('about no field at all is its sentence', () => {
    expect(readRefusal({ message: 'Not now.' }, values)).toEqual({ errors: {}, failure: 'Not now.' })
    expect(readRefusal({ errors: undefined }, values)).toEqual({ errors: {}, failure: null })
  })

  test('loses no sentence, whatever its fields are called', () => {
    const sentences = fc.dictionary(
      fc.oneof(fc.constantFrom('Email', 'toString', '__proto__x'), fc.string()),
      fc.string({ minLength: 1 }),
    )
    fc.assert(
      fc.property(sentences, (errors) => {
        const told = readRefusal({ message: 'Invalid.', errors }, values)
        const all = `${Object.values(told.errors).join(' ')} ${told.failure ?? ''}`
        for (const sentence of Object.values(errors)) expect(all).toContain(sentence)
        expect(Object.keys(told.errors).every((path) => /^(Email|Address)(\.|$)/.test(path))).toBe(true)
      }),
    )
  })
})
