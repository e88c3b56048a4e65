import type { Endpoint } from '#contract/endpoint.ts'
import type { SingleQueries } from '#platform/database'
import type { Call } from './call.ts'

/** What is known of a call before its body is read. */
type Opening<Row extends Endpoint = Endpoint> = Pick<Call<Row>, 'params' | 'query' | 'secret'> & {
  readonly db: SingleQueries
}

/** A handler, and what it asks before anything of a body is taken in. */
export type WithOpening = { readonly opening?: (opening: Opening) => Promise<void> }

/**
 * A handler of a row that strangers open by a secret: `check` refuses those whose secret opens nothing, or nothing that
 * could take what they send, while their body is still on its way.
 */
export function openedBy<Row extends Endpoint, Handler extends (call: Call<Row>) => Promise<unknown>>(
  check: (opening: Opening<Row>) => Promise<void>,
  handler: Handler,
): Handler {
  return Object.assign(handler, { opening: check })
}
