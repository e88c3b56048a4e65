import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, type CallOptions } from '#web/api-client.ts'
import { sendRequest, type Answer, type Fetching } from '#web/http.ts'

/** What `start.ts` asks for early, by what it is; each answer is taken once. */
export type Early = {
  settings?: Promise<Response>
  token?: Promise<Response>
  me?: Promise<Response>
  /** What the page of the address begins with, by path and query. */
  reads?: Map<string, Promise<Response>>
}

type Single = Exclude<keyof Early, 'reads'>

declare global {
  var hubEarly: Early | undefined
}

const early = globalThis.hubEarly ?? {}
// What would only begin now is too late: the page asks by itself, and another user may be there when it is answered.
globalThis.hubEarly = {}

/** The answer to what was asked for before this script was there; null if it wasn't, or is taken. */
function takeEarly(what: Single): Fetching | null {
  const answer = early[what]
  delete early[what]
  return answer ? () => answer : null
}

/** The same for the token; one that never arrived is asked for anew. */
export function takeEarlyToken(): Fetching | null {
  const taken = takeEarly('token')
  return taken && ((path, init) => taken(path, init).catch(() => fetch(path, init)))
}

/** The same for a read of the first page. */
export function takeEarlyRead(url: string): Fetching | null {
  const answer = early.reads?.get(url)
  early.reads?.delete(url)
  return answer ? (path, init) => answer.catch(() => fetch(path, init)) : null
}

/** They are the first user's, and the first page's: nobody gets them later. */
export function dropEarlyReads(): void {
  delete early.reads
}

/** A read of which the answer may be on its way already; where none arrives it is asked for as any other. */
export async function readEarly<Row extends Endpoint>(
  row: Row,
  what: Single,
  options?: CallOptions,
): Promise<Answer<z.output<Row['output']>>> {
  const fetching = takeEarly(what)
  const answer = fetching && (await sendRequest<Row['output']>(row.path, {}, row.output, fetching))
  return answer && (answer.ok || answer.status !== 0) ? answer : call(row, undefined, options)
}
