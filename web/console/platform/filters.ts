import { useNavigate, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'
import type { Filters } from '#ui/filter-bar.tsx'

/**
 * The filters of a page, kept in its address so that it can be bookmarked, shared and reloaded.
 * Give every field of the schema a `.catch(…)`, the value it starts with: an address is typed by people.
 */
export function useFilters<Schema extends z.ZodObject>(schema: Schema): Filters<z.output<Schema>> {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const names = Object.keys(schema.shape)
  const write = (values: Record<string, unknown>) =>
    void navigate({ to: '.', search: values, replace: true, resetScroll: false })
  return {
    values: schema.parse(search),
    isSet: names.some((name) => search[name] !== undefined),
    change: (patch) => write({ ...search, ...patch }),
    reset: () => write(Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))),
  }
}
