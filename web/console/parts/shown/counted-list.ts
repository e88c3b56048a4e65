import type { z } from 'zod'
import { type ItemOf, type PagedEndpoint, useList, useRead } from '#console/queries.ts'
import type { Endpoint, Total } from '#contract/endpoint.ts'
import type { ListState } from '#ui/table/list-state.ts'
import type { CallInput } from '#web/api-client.ts'

/** A list of the contract that tells how many it has: its query is made of `countedPaging`. */
type CountedEndpoint = PagedEndpoint &
  Endpoint<
    'GET',
    z.ZodType,
    z.ZodType<unknown, { count?: 'true' | 'false' | undefined }>,
    z.ZodType,
    z.ZodType<{ Total?: Total | null | undefined }>
  >

/** Reads a paged list as `useList` does, and how many it has in all. */
export function useCountedList<Row extends CountedEndpoint>(
  row: Row,
  input: CallInput<Row>,
): ListState<ItemOf<Row>> {
  return useTotal(row, input, useList(row, input))
}

/** The list with how many it has: asked once its rows are there, where those are not all. */
export function useTotal<Row extends CountedEndpoint, Item>(
  row: Row,
  input: CallInput<Row>,
  list: ListState<Item>,
): ListState<Item> {
  // Every list of these has a query; what else it is made of is its own.
  const { query } = input as { query?: object }
  const isAsked = list.hasMore && !list.isStale
  const counting = {
    ...(input as object),
    query: { ...query, limit: undefined, count: 'true' },
  } as CallInput<Row>
  const { data } = useRead(row, isAsked ? counting : null)
  return { ...list, total: data?.Total }
}
