import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CallInput } from '#web/api-client.ts'
import { calmPollMs, gentlePollMs, type Read, readOf, readQuery } from '#console/queries.ts'

/** Reads what others change all the time while it is live: it is read again now and then, else every minute. */
export function useLiveRead<Row extends Endpoint>(
  row: Row,
  input: CallInput<Row>,
  isLive: (data: z.output<Row['output']>) => boolean,
): Read<z.output<Row['output']>> {
  const refetchInterval = ({ state: { data } }: { state: { data: z.output<Row['output']> | undefined } }) =>
    data !== undefined && isLive(data) ? gentlePollMs : calmPollMs
  return readOf(useQuery({ ...readQuery(row, input), refetchInterval }))
}
