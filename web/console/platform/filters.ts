import { useNavigate, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'
import type { Filters } from '#ui/table/filter-bar.tsx'

/**
 * The filters of a page, kept in its address so that it can be bookmarked, shared and reloaded.
 * Give every field of the schema a `.catch(…)`, the value it starts with: an address is typed by people.
 */
export function useFilters<Schema extends z.ZodObject>(schema: Schema): Filters<z.output<Schema>> {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  // From what the address says by now: a second change may come before the page has heard of the first.
  const write = (change: (now: Record<string, unknown>) => Record<string, unknown>) =>
    void navigate({ to: '.', search: change, replace: true, resetScroll: false })
  return {
    ...readFilters(schema, search),
    change: (patch) => write((now) => ({ ...now, ...patch })),
    reset: () => write((now) => withoutFilters(schema, now)),
  }
}

/** What an address says of the filters of a schema, and whether it says anything of them. */
export function readFilters<Schema extends z.ZodObject>(schema: Schema, search: Record<string, unknown>) {
  const isSet = Object.keys(schema.shape).some((name) => search[name] !== undefined)
  return { values: schema.parse(search), isSet }
}

/** What an address says of other things than the filters of a schema. */
export function withoutFilters(schema: z.ZodObject, search: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !Object.hasOwn(schema.shape, name)))
}
