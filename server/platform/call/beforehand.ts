import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Call } from './call.ts'

/** What is known of a call before it has a connection. */
export type Asked<Row extends Endpoint = Endpoint> = Pick<
  Call<Row>,
  'who' | 'params' | 'query' | 'body' | 'origin'
>

/** A handler, and what it wants done before it is given a connection. */
export type WithBeforehand = { readonly beforehand?: (asked: Asked) => Promise<unknown> }

/**
 * A handler of a write with a part that takes long and needs no database, such as decoding a picture: `make` does it
 * first, so that no connection, and nothing that is locked, waits for it. What it refuses is thrown where the handler asks
 * for what was made: whether there is what the call is about comes first.
 */
export function beforehand<Row extends Endpoint, Made>(
  make: (asked: Asked<Row>) => Promise<Made>,
  act: (call: Call<Row>, made: () => Made) => Promise<z.input<Row['output']>>,
): (call: Call<Row>) => Promise<z.input<Row['output']>> {
  const handler = (call: Call<Row>) => act(call, (call as Call<Row> & { made: () => Made }).made)
  const settled = (asked: Asked<Row>) =>
    make(asked).then(
      (made) => () => made,
      (error: unknown) => () => {
        throw error
      },
    )
  return Object.assign(handler, { beforehand: settled })
}
