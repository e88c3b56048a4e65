import { z } from 'zod'
import type { LimitKind } from '#contract/approvals/limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Who } from '#platform/access'
import type { ActAbout, Call, Mount, WithAbout } from '#platform/call'
import { parse } from '#platform/refusals'

/** A call that roles have limits for, to be carried out by another one. */
export type Act = {
  readonly row: Endpoint
  readonly kind: LimitKind
  readonly carryOut: (call: Call<Endpoint<'POST'>>) => Promise<unknown>
  readonly about: (call: Call<Endpoint<'POST'>>) => Promise<ActAbout>
}
export type Acts = Map<string, Act>

/** Mounts tables as they are, and notes those of their rows that roles have limits for. */
export function notingActs(mount: Mount, acts: Acts): Mount {
  return (table, handlers) => {
    for (const [name, row] of Object.entries(table)) {
      if (!row.limited) continue
      const carryOut = handlers[name] as unknown as Act['carryOut'] & WithAbout
      acts.set(name, { row, kind: row.limited.kind, carryOut, about: carryOut.about as Act['about'] })
    }
    mount(table, handlers)
  }
}

/** What a call was sent with. */
export const ActInput = z.object({
  params: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.unknown()),
  body: z.unknown().optional(),
})
export type ActInput = z.infer<typeof ActInput>

type Calling = Pick<Call<Endpoint<'POST'>>, 'db' | 'origin' | 'audit' | 'miss'>

/** The call of an act, as somebody makes it with this input, which is read anew. */
export function callOf(
  { row }: Act,
  { db, origin, audit, miss }: Calling,
  who: Who,
  input: ActInput,
): Call<Endpoint<'POST'>> {
  return {
    endpoint: row.limited?.act ?? '',
    who,
    origin,
    db,
    audit,
    miss,
    secret: '',
    params: parse(row.params, { ...input.params, businessId: db.businessId }),
    query: parse(row.query, input.query),
    body: parse(row.body, input.body),
  }
}
