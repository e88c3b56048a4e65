import {
  QueryCache,
  QueryClient,
  infiniteQueryOptions,
  hashKey,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  type Query,
  type QueryFunctionContext,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { visitNeededCode } from '#contract/business/visit-words.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Subject } from '#contract/subjects.ts'
import { goBack } from '#ui/layout/go-back.ts'
import type { ListState } from '#ui/table/list-state.ts'
import { call, callNext, type Answer, type CallInput, type Failure } from '#web/api-client.ts'
import { untilConnected } from './connection/connection.ts'
import { patiently } from './patience.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { shows?: readonly Subject[] | undefined }
  }
}

/** A failed call on its way through the query client, which wants to be thrown at. */
export class CallError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** A cache for one signed-in user: it lives and dies with the session, so nothing is left for the next. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // Their time in the business is over: it is asked again whether they are let in, and its layout asks them why.
      onError: (error) => {
        if (error instanceof CallError && error.failure.code === visitNeededCode)
          void refresh(client, ['business'])
      },
    }),
    defaultOptions: {
      queries: {
        // Long enough that what a hover has fetched isn't fetched again by the click.
        staleTime: 10_000,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !isFinal(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** What a read takes: the input of its call, left out where nothing in it is required; null to read nothing yet. */
type ReadInput<Row extends Endpoint> =
  Record<never, never> extends CallInput<Row>
    ? [input?: CallInput<Row> | null]
    : [input: CallInput<Row> | null]

/** One answer: `data` is undefined until it is there, and stays while it is read again. */
export type Read<Data> = {
  data: Data | undefined
  error: { message: string; status: number } | null
  isRefreshing: boolean
  /** The data answers an earlier input. */
  isStale: boolean
  /** Reads it again; of what isn't there it is the way back, as asking again doesn't help. */
  retry: () => void
}

/** Reads one answer and keeps it fresh. */
export function useRead<Row extends Endpoint>(
  row: Row,
  ...[input]: ReadInput<Row>
): Read<z.output<Row['output']>> {
  return readOf(useQuery(readQuery(row, input)))
}

/** The same for a search while one types: the former answer stays until the new one is there. */
export function useSearchRead<Row extends Endpoint>(
  row: Row,
  ...[input]: ReadInput<Row>
): Read<z.output<Row['output']>> {
  return readOf(useQuery({ ...readQuery(row, input), placeholderData: keepPreviousData }))
}

const pollMs = 1_000

/** The same for what changes by itself: it is read again every second for as long as it is busy. */
export function usePolledRead<Row extends Endpoint>(
  row: Row,
  input: CallInput<Row>,
  isBusy: (data: z.output<Row['output']>) => boolean,
): Read<z.output<Row['output']>> {
  const refetchInterval = ({ state: { data } }: { state: { data: z.output<Row['output']> | undefined } }) =>
    data !== undefined && isBusy(data) ? pollMs : false
  return readOf(useQuery({ ...readQuery(row, input), refetchInterval }))
}

export const gentlePollMs = 15_000
export const calmPollMs = 60_000

/** The same for what somebody else may change at any time, and nobody waits for: it is read again every minute. */
export function useCalmRead<Row extends Endpoint>(
  row: Row,
  ...[input]: ReadInput<Row>
): Read<z.output<Row['output']>> {
  return readOf(useQuery({ ...readQuery(row, input), refetchInterval: calmPollMs }))
}

/** Reads a paged list, a page at a time; while the filters change the former rows stay. */
export function useList<Row extends PagedEndpoint>(
  row: Row,
  ...[input]: ReadInput<Row>
): ListState<ItemOf<Row>> {
  return listOf(useInfiniteQuery({ ...listQuery(row, input), placeholderData: keepPreviousData }))
}

const mostPolledPages = 3

/**
 * The same for a list whose rows change by themselves: while one of them is live all are read again now and then, many of them
 * less often; and few also while none is, as one may become so.
 */
export function useLiveList<Row extends PagedEndpoint>(
  row: Row,
  input: CallInput<Row>,
  isLive: (item: ItemOf<Row>) => boolean,
): ListState<ItemOf<Row>> {
  const query = useInfiniteQuery({
    ...listQuery(row, input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      nextReadOf(data?.pages.map(({ Results }) => Results.some(isLive)) ?? []),
  })
  return listOf(query)
}

/** After how long a list is read again, by which of its pages have anything live; false for never. */
export function nextReadOf(livePages: readonly boolean[]): number | false {
  const [isLive, areFew] = [livePages.includes(true), livePages.length <= mostPolledPages]
  if (isLive && areFew) return gentlePollMs
  return isLive || areFew ? calmPollMs : false
}

/** The same for a list that has to be as things are, all of it: it is read again now and then, however long it is. */
export function useKeptUpList<Row extends PagedEndpoint>(
  row: Row,
  input: CallInput<Row>,
): ListState<ItemOf<Row>> {
  const query = useInfiniteQuery({
    ...listQuery(row, input),
    placeholderData: keepPreviousData,
    refetchInterval: gentlePollMs,
  })
  return listOf(query)
}

function listOf<Item>(query: UseInfiniteQueryResult<{ pages: Page<Item>[] }>): ListState<Item> {
  return {
    rows: query.data?.pages.flatMap((page) => page.Results),
    error: query.error && { message: query.error.message },
    isRefreshing: query.isFetching && !query.isFetchingNextPage && query.data !== undefined,
    isStale: query.isPlaceholderData,
    readAt: query.dataUpdatedAt,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: unlessGone(
      query.error,
      () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    ),
  }
}

/** Reads a list that comes whole, to be shown like one that comes in pages. */
export function useWholeList<Row extends WholeEndpoint>(
  row: Row,
  ...input: ReadInput<Row>
): ListState<WholeItemOf<Row>> {
  const { data, ...read } = useRead(row, ...input)
  return { ...read, rows: data?.Results, hasMore: false, isLoadingMore: false, loadMore: () => undefined }
}

/** The query behind `useRead`, for fetching ahead: `client.prefetchQuery(readQuery(…))`. */
export function readQuery<Row extends Endpoint>(row: Row, input?: CallInput<Row> | null) {
  return queryOptions({
    queryKey: queryKeyOf(row, input),
    queryFn: async (context) => {
      const { signal } = context
      return dataOf(await reading(() => call(row, input ?? undefined, { signal }), signal), context)
    },
    enabled: input !== null,
    meta: { shows: row.shows },
  })
}

/** The query behind `useList`, for fetching ahead: `client.prefetchInfiniteQuery(listQuery(…))`. */
export function listQuery<Row extends PagedEndpoint>(row: Row, input?: CallInput<Row> | null) {
  return infiniteQueryOptions({
    queryKey: queryKeyOf(row, input),
    queryFn: async (context): Promise<Page<ItemOf<Row>>> => {
      const { signal, pageParam } = context
      const ask = () =>
        pageParam === null
          ? call(row, input ?? undefined, { signal })
          : callNext(pageParam, row.output, { signal })
      return dataOf(await reading(ask, signal), context)
    },
    enabled: input !== null,
    initialPageParam: null as string | null,
    getNextPageParam: ({ _links: { next } }) => next?.href ?? null,
    meta: { shows: row.shows },
  })
}

/**
 * Makes every answer out of date that shows one of these, but for those of some rows: what somebody looks at is read
 * again at once, the rest when they come to it.
 */
export function refresh(client: QueryClient, changed: readonly Subject[], except: readonly Endpoint[] = []) {
  const kept = new Set<unknown>(except.map(({ path }) => path))
  return client.invalidateQueries({
    predicate: ({ meta, queryKey: [path] }) =>
      !kept.has(path) && (meta?.shows?.some((subject) => changed.includes(subject)) ?? false),
  })
}

/** The start of the key of everything read through this row. */
export function queryKeyOf(row: Endpoint, ...input: unknown[]): readonly unknown[] {
  return [row.path, ...input]
}

type Page<Item> = { Results: Item[]; _links: { next?: { href: string } | undefined } }
export type PagedEndpoint = Endpoint<'GET', z.ZodType, z.ZodType, z.ZodType, z.ZodType<Page<unknown>>>
export type ItemOf<Row extends PagedEndpoint> = z.output<Row['output']>['Results'][number]
type WholeEndpoint = Endpoint<'GET', z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ Results: unknown[] }>>
type WholeItemOf<Row extends WholeEndpoint> = z.output<Row['output']>['Results'][number]

export function readOf<Data>(query: UseQueryResult<Data>): Read<Data> {
  return {
    data: query.data,
    error: query.error && { message: query.error.message, status: statusOf(query.error) },
    isRefreshing: query.isFetching && query.data !== undefined,
    isStale: query.isPlaceholderData,
    retry: unlessGone(query.error, () => void query.refetch()),
  }
}

/** A read may be made again: when the server is less busy, or back. */
function reading<Data>(request: () => Promise<Answer<Data>>, signal: AbortSignal) {
  return untilConnected(() => patiently(request, signal), signal)
}

const ages = new WeakMap<Query, number>()

/** By how many seconds what is on the page was out of date when it was read, the oldest of it. */
export function ageShown(cache: QueryCache): number {
  const shown = cache.getAll().filter((query) => query.isActive())
  return Math.max(0, ...shown.map((query) => ages.get(query) ?? 0))
}

type Asked = Pick<QueryFunctionContext, 'client' | 'queryKey'>

function dataOf<Data>(answer: Answer<Data>, { client, queryKey }: Asked): Data {
  if (!answer.ok) throw new CallError(answer)
  const query = client.getQueryCache().get(hashKey(queryKey))
  if (query) ages.set(query, answer.age ?? 0)
  return answer.data
}

/** Only Hub knows that something is gone, and then says so: what stands before it may not find Hub itself. */
function unlessGone(error: Error | null, retry: () => void) {
  const isGone = error instanceof CallError && error.failure.status === 404 && error.failure.code !== null
  return isGone ? goBack : retry
}

function statusOf(error: Error): number {
  return error instanceof CallError ? error.failure.status : 0
}

// Asking again doesn't help where the server understood and refused, or was too busy again and again.
function isFinal(error: Error): boolean {
  const status = statusOf(error)
  return (status >= 400 && status < 500) || status === 503
}
