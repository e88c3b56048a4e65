import type { Total } from '#contract/endpoint.ts'

/** A list that grows page by page, in whichever state it is: what a page gives to a table. */
export type ListState<Row> = {
  /** Undefined until the first page has come. */
  rows: Row[] | undefined
  /** The last load failed; rows that came before it are still there. */
  error: { message: string } | null
  isRefreshing: boolean
  /** The rows answer the previous filters: they are greyed until the new ones come. */
  isStale?: boolean
  /** When the last of it came, by the device's clock. */
  readAt?: number
  hasMore: boolean
  /** How many there are with those still to come, where that is counted; it comes after the rows. */
  total?: Total | null | undefined
  isLoadingMore: boolean
  loadMore: () => void
  retry: () => void
}
