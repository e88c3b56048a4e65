import { z } from 'zod'
import { atTheDoor, endpoint, page, paging } from '#contract/endpoint.ts'
import { eventPath } from './events.ts'

/** Somebody who is in at this moment. */
export const PersonIn = z.object({
  MemberId: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  MembershipNumber: z.string().nullable(),
  /** Since when: the last time that they came in. */
  Since: z.iso.datetime(),
  /** Which session they came to; null where the event has none. */
  Session: z.object({ SessionId: z.string(), Name: z.string() }).nullable(),
  /** A door without a connection let them in, by a list that was out of date: they don't count, and are in all the same. */
  IsByOldList: z.boolean(),
})
export type PersonIn = z.infer<typeof PersonIn>

export const whoIsInApi = {
  listWhoIsIn: endpoint({
    method: 'GET',
    path: `${eventPath}/who-is-in`,
    title: 'Who is in at this moment, by name',
    access: atTheDoor,
    shows: ['attendance', 'member'],
    query: z.object({ ...paging, sessionId: z.string().max(64).optional() }),
    output: page(PersonIn),
  }),
}
