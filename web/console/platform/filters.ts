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
  const names = Object.keys(schema.shape)
  // From what the address says by now: a second change may come before the page has heard of the first.
  const write = (change: (now: Record<string, unknown>) => Record<string, unknown>) =>
    void navigate({ to: '.', search: change, replace: true, resetScroll: false })
  return {
    values: schema.parse(search),
    isSet: names.some((name) => search[name] !== undefined),
    change: (patch) => write((now) => ({ ...now, ...patch })),
    reset: () =>
      write((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name)))),
  }
}
