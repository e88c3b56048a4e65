import autocannon from 'autocannon'

type Target = { url: string; headers: Record<string, string> }

const rounds = 5
const secondsPerRound = 4

/**
 * Requests per second of each target at 10 connections: the median of several rounds taken in turn, so that what
 * else happens on the machine meets all of them alike.
 */
export async function inTurn(targets: Target[]): Promise<number[]> {
  for (const target of targets) await measure(target, 2)
  const seen = targets.map(() => [] as number[])
  for (let round = 0; round < rounds; round++)
    for (const [i, target] of targets.entries()) seen[i]!.push(await measure(target, secondsPerRound))
  return seen.map((values) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!))
}

async function measure({ url, headers }: Target, duration: number): Promise<number> {
  const result = await autocannon({ url, headers, duration, connections: 10 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.total / result.duration
}
