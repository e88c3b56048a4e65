import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { readFilters, withoutFilters } from '#console/filters.ts'
import { AuditSearch, PlatformAuditSearch } from '#features/audit/audit-filter-bar.tsx'
import { CardsSearch } from '#features/cards/list/cards-filter-bar.tsx'
import { EventSearch } from '#features/events/list/event-filter-bar.tsx'
import { MembersSearch } from '#features/members/list/members-search.ts'
import { OutboxSearch } from '#features/messaging/outbox-filter-bar.tsx'
import { OrdersSearch } from '#features/orders/orders-filter-bar.tsx'
import { parseSearch, stringifySearch } from './address-search.ts'

const schemas: Record<string, z.ZodObject> = {
  AuditSearch,
  CardsSearch,
  EventSearch,
  MembersSearch,
  OrdersSearch,
  OutboxSearch,
  PlatformAuditSearch,
}
const names = [...new Set(Object.values(schemas).flatMap(({ shape }) => Object.keys(shape)))]
const anyName = fc.oneof(fc.constantFrom(...names, 'edit', 'toString', '__proto__'), fc.string())
// Whole characters: half of one can't be written in an address.
const anyText = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '501',
    'NaN',
    '1e400',
    '2026-02-30',
    'true',
    'all',
    'null',
    '[object Object]',
  ),
  fc.string({ unit: 'grapheme' }),
)
const anySearch = fc.dictionary(anyName, anyText)

describe('an address', () => {
  test('says what it was made of, as people would write it', () => {
    const search = {
      q: 'ANDERSON chloé & co',
      filter: 'Status=!Active&BirthMonth=3',
      rows: 50,
      from: undefined,
    }
    const text = stringifySearch(search)
    expect(text).toBe('?q=ANDERSON+chlo%C3%A9+%26+co&filter=Status%3D%21Active%26BirthMonth%3D3&rows=50')
    expect(parseSearch(text)).toEqual({
      q: 'ANDERSON chloé & co',
      filter: 'Status=!Active&BirthMonth=3',
      rows: '50',
    })
  })

  test('leaves out what is empty, and is nothing where all is', () => {
    expect(stringifySearch({ q: '', status: undefined })).toBe('')
    expect(parseSearch('')).toEqual({})
  })

  test('opens a record for editing with ?edit as with ?edit=true', () => {
    expect(parseSearch('?edit')).toEqual({ edit: 'true' })
    expect(parseSearch('?edit=&tab=contact')).toEqual({ edit: 'true', tab: 'contact' })
    expect(parseSearch('?edit=true')).toEqual({ edit: 'true' })
  })

  test('survives being written and read, whatever it says', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        const given = Object.entries(search).filter(([name, value]) => name !== 'edit' && value !== '')
        const read = parseSearch(stringifySearch(Object.fromEntries(given)))
        expect(new Map(Object.entries(read))).toEqual(new Map(given))
      }),
    )
  })
})

describe.each(Object.entries(schemas))('the filters of %s', (_, schema) => {
  const start = readFilters(schema, {})

  test('start with what filters nothing', () => {
    expect(start.isSet).toBe(false)
  })

  test('are read from any address, and mean the same once they are written', () => {
    fc.assert(
      fc.property(anySearch, (forged) => {
        const search = parseSearch(stringifySearch(forged))
        const { values } = readFilters(schema, search)
        const again = readFilters(schema, parseSearch(stringifySearch(values)))
        expect(again.values).toEqual(values)
      }),
    )
  })

  test('are set if the address names one of them, and reset leaves all else in it', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        const isOurs = ([name]: [string, string]) => Object.keys(schema.shape).includes(name)
        expect(readFilters(schema, search).isSet).toBe(Object.entries(search).some(isOurs))
        const rest = withoutFilters(schema, search)
        expect(Object.entries(rest)).toEqual(Object.entries(search).filter((entry) => !isOurs(entry)))
        expect(readFilters(schema, rest)).toEqual(start)
      }),
    )
  })
})

test('what makes no sense is as if it weren’t there', () => {
  const { values } = readFilters(CardsSearch, parseSearch('?rows=100000&from=2026-02-30&q=ann'))
  expect(values).toMatchObject({ q: 'ann', rows: 10 })
  expect(values.from).toBeUndefined()
  expect(readFilters(EventSearch, { tab: 'yesterday', sortBy: 'Drop' }).values).toMatchObject({
    tab: 'all',
    sortBy: 'LastModifiedNewestFirst',
  })
})
