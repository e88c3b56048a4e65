import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { CallInput } from '#web/api-client.ts'
import { useSearchRead } from '#console/queries.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import styles from './totals.module.css'

/** What all rows of a report come to, not only those that are shown. */
export type ReportTotals = { line: ReactNode; readAgain: () => void }

/** Reads the sums of a report and lays them out; while the filters change the former ones stay, greyed. */
export function useTotals<Row extends Endpoint>(
  row: Row,
  input: CallInput<Row>,
  lineOf: (sums: z.output<Row['output']>) => ReactNode,
): ReportTotals {
  const { data, error, isStale, retry } = useSearchRead(row, input)
  const content = data === undefined ? error && 'The totals could not be loaded.' : lineOf(data)
  return {
    line: <TotalsLine isStale={isStale}>{content}</TotalsLine>,
    readAgain: retry,
  }
}

/** The line that adds up what is listed below it. */
export function TotalsLine({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <p className={styles.totals} data-stale={isStale || undefined}>
      {children}
    </p>
  )
}

/** A figure of the line that adds a report up. */
export function Total({ of, children }: { of: string; children: ReactNode }) {
  return (
    <span>
      {of} <strong>{children}</strong>
    </span>
  )
}
