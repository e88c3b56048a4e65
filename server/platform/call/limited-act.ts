import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Call } from './call.ts'

/** What a call would give, and to whom, in words for who has to approve it. */
export type ActAbout = {
  /** In hundredths of a point, or in cents. */
  readonly amount: number
  /** Null for somebody who is no member. */
  readonly memberId: string | null
  /** For whom, by name. */
  readonly name: string
  readonly details: Readonly<Record<string, string>>
  /** Stands for what is kept elsewhere of it, such as an order's details: another one once those have changed. */
  readonly standsFor?: string
}

/** A handler, and what is to be known of a call of it beside what it does. */
export type WithAbout<Row extends Endpoint = Endpoint> = {
  readonly about?: (call: Call<Row>) => Promise<ActAbout>
}

/** A handler of a row that roles have limits for: `about` tells what a call gives, before it is done or after. */
export function limitedAct<Row extends Endpoint>(
  about: (call: Call<Row>) => Promise<ActAbout>,
  act: (call: Call<Row>) => Promise<z.input<Row['output']>>,
): (call: Call<Row>) => Promise<z.input<Row['output']>> {
  return Object.assign((call: Call<Row>) => act(call), { about })
}
