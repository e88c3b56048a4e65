import sql, { type Sql } from 'sql-template-tag'

/** From a moment on and before another, in milliseconds; infinite where it has no beginning or no end. */
type Span = readonly [from: number, until: number]

/** The same as a statement has it. */
export type Moments = { readonly from: Sql; readonly until: Sql }

const minute = 60_000
const units = { quarter: 15 * minute, day: 24 * 60 * minute } as const

/** The span between two instants, of which the database has infinite ones. */
export const spanBetween = (start: string, end: string): Span => [millisecondsOf(start), millisecondsOf(end)]

function millisecondsOf(instant: string): number {
  if (instant.endsWith('infinity')) return instant.startsWith('-') ? -Infinity : Infinity
  // Between two milliseconds it is enough to know that it is between them: no quarter of an hour begins there.
  return Date.parse(instant) + (/\.\d{3}0*[1-9]/.test(instant) ? 0.5 : 0)
}

/** The whole quarters of an hour, or days of UTC, that lie in a span: where there are none, nothing at its end. */
export function wholeWithin([from, until]: Span, unit: keyof typeof units): Span {
  const size = units[unit]
  const first = Math.min(Math.ceil(from / size) * size, until)
  return [first, Math.max(Math.floor(until / size) * size, first)]
}

export const momentsOf = ([from, until]: Span): Moments => ({ from: momentOf(from), until: momentOf(until) })

// No instant of a call is later.
const afterAll = Date.UTC(10_000, 0)

function momentOf(milliseconds: number): Sql {
  const text =
    milliseconds === -Infinity
      ? '-infinity'
      : milliseconds < afterAll
        ? new Date(milliseconds).toISOString()
        : 'infinity'
  return sql`${text}::timestamptz`
}
