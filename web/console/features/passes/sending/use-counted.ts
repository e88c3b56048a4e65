import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBusiness } from '#console/business.ts'
import { queryKeyOf, readQuery } from '#console/queries.ts'
import {
  passInvitationsApi,
  type PassRunCount,
  type StoredSearch,
} from '#contract/passes/pass-invitations.ts'

const row = passInvitationsApi.countPassInvitations

/** How many a search would reach, added up part by part; another search ends the counting of this one. */
export function useCounted(search: StoredSearch, passConfigurationId: string | undefined) {
  const { BusinessId: businessId } = useBusiness()
  const input = (after: string | undefined) => ({
    params: { businessId },
    query: { ...search, PassConfigurationId: passConfigurationId ?? '', after },
  })
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: queryKeyOf(row, 'in parts', input(undefined)),
    queryFn: ({ client, signal, pageParam }) =>
      readQuery(row, input(pageParam)).queryFn!({ client, signal } as never) as Promise<PassRunCount>,
    enabled: passConfigurationId !== undefined,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ Next }) => Next,
    meta: { shows: row.shows },
  })
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const parts = data?.pages ?? []
  const sum = (name: 'Members' | 'ToInvite' | 'Skipped' | 'Unreachable' | 'Walked') =>
    parts.reduce((total, part) => total + part[name], 0)
  return {
    count: data && {
      Members: sum('Members'),
      ToInvite: sum('ToInvite'),
      Skipped: sum('Skipped'),
      Unreachable: sum('Unreachable'),
    },
    /** How many the user may write to at once, and has of late; the latest answer says. */
    room: roomIn(parts.at(-1)),
    isWhole: data !== undefined && !hasNextPage,
    share: Math.min(1, sum('Walked') / (parts[0]?.Of ?? Infinity)),
    error,
    retry: () => void (data ? fetchNextPage() : refetch()),
    recount: () => void refetch(),
  }
}

function roomIn(part: PassRunCount | undefined) {
  return part && part.MostAtOnce !== null ? { most: part.MostAtOnce, before: part.SentOfLate } : null
}
