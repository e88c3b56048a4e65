import { z } from 'zod'
import type { QueryClient } from '@tanstack/react-query'
import { isOpenTo } from '#console/access.ts'
import { listQuery } from '#console/queries.ts'
import { listMembers } from '#contract/members/list/member-list.ts'
import type { Me } from '#contract/access/session.ts'
import { optionNamesQuery } from '#parts/option-names.ts'

const pageSize = 30
// So many rows are fetched again at the most to bring people back to their place.
const mostRemembered = 510

/** What the address of the list says: the search, the filter query, and how many rows have been loaded. */
export const MembersSearch = z.object({
  q: z.string().catch(''),
  membershipNumber: z.string().catch(''),
  filter: z.string().catch(''),
  shown: z.coerce.number().int().min(1).optional().catch(undefined),
})
export type MembersSearch = z.output<typeof MembersSearch>

/** What the server is asked for. */
export function listInput(businessId: string, { q, membershipNumber, filter }: MembersSearch) {
  return { params: { businessId }, query: { q, membershipNumber, filter } }
}

/** How many rows are shown once another page has come. */
export function shownWithMore(rows: readonly unknown[] = []): number {
  return Math.min(rows.length + pageSize, mostRemembered)
}

type Visit = { businessId: string; me: Me; search: unknown }

/** Fetches the first members ahead. Who comes back to a place far down the list waits for all of it to be there. */
export async function preloadMembers(client: QueryClient, { businessId, me, search }: Visit): Promise<void> {
  if (!isOpenTo(me, listMembers.access)) return
  void client.prefetchQuery(optionNamesQuery(businessId, 'Status'))
  const values = MembersSearch.parse(search)
  const query = listQuery(listMembers, listInput(businessId, values))
  if (client.getQueryData(query.queryKey)) return
  const pages = Math.ceil(Math.min(values.shown ?? pageSize, mostRemembered) / pageSize)
  const fetched = client.prefetchInfiniteQuery({ ...query, pages })
  if (pages > 1) await fetched
}
