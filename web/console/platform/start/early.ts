import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from '#web/api-client.ts'
import { send, type Answer, type Fetching } from '#web/http.ts'

/** What `start.ts` asks for early, by what it is; each answer is taken once. */
export type Early = { settings?: Promise<Response>; token?: Promise<Response>; me?: Promise<Response> }

declare global {
  var hubEarly: Early | undefined
}

const early = globalThis.hubEarly ?? {}
// What would only begin now is too late: the page asks by itself, and another user may be there when it is answered.
globalThis.hubEarly = {}

/** The answer to what was asked for before this script was there; null if it wasn't, or is taken. */
export function takeEarly(what: keyof Early): Fetching | null {
  const answer = early[what]
  delete early[what]
  return answer ? () => answer : null
}

/** A read of which the answer may be on its way already; where none arrives it is asked for as any other. */
export async function readEarly<Row extends Endpoint>(
  row: Row,
  what: keyof Early,
): Promise<Answer<z.output<Row['output']>>> {
  const fetching = takeEarly(what)
  const answer = fetching && (await send<Row['output']>(row.path, {}, row.output, fetching))
  return answer && (answer.ok || answer.status !== 0) ? answer : call(row)
}
