import autocannon from 'autocannon'
import type { Figure } from './figure.ts'

export type Target = {
  url: string
  headers: Record<string, string>
  /** Makes the body of each request, which is then a POST. */
  body?: () => string
}

const rounds = 5
const secondsPerRound = 4

/** Requests per second of each target at 10 connections. */
export async function ratesInTurn(targets: Target[]): Promise<number[]> {
  for (const target of targets) await requestsPerSecond(target, 2)
  const rates = await medians(targets.map((target) => () => requestsPerSecond(target, secondsPerRound)))
  return rates.map(Math.round)
}

/**
 * The median of several rounds of each measure, taken in turn, so that what else happens on the machine meets all
 * of them alike.
 */
export async function medians(
  measures: readonly (() => Promise<number>)[],
  times = rounds,
): Promise<number[]> {
  const seen = measures.map(() => [] as number[])
  for (let round = 0; round < times; round++)
    for (const [i, measure] of measures.entries()) seen[i]!.push(await measure())
  return seen.map((values) => values.toSorted((a, b) => a - b)[Math.floor(times / 2)]!)
}

/** A rate against another, measured in turn. */
export async function ratio(
  what: string,
  wanted: number,
  measures: readonly [() => Promise<number>, () => Promise<number>],
  { times = rounds, unit = 'a second' } = {},
): Promise<Figure> {
  const [own, other] = (await medians(measures, times)) as [number, number]
  const digits = own < 100 ? 1 : 0
  const detail = `${own.toFixed(digits)} and ${other.toFixed(digits)} ${unit}`
  return { what, measured: own / other, wanted, detail }
}

/** Requests per second at 10 connections; a refused one is a failure. */
export async function requestsPerSecond({ url, headers, body }: Target, duration: number): Promise<number> {
  const requests = body && [
    {
      setupRequest: (request: autocannon.Request) => ({ ...request, method: 'POST' as const, body: body() }),
    },
  ]
  const result = await autocannon({ url, headers, duration, connections: 10, ...(requests && { requests }) })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.total / result.duration
}
