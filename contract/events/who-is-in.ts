import { z } from 'zod'
import { atTheDoor, endpoint, page, paging } from '#contract/endpoint.ts'
import { visitorKinds } from '#contract/visitors/visitor-words.ts'
import { eventPath } from './events.ts'

/** Somebody who is in at this moment: a member, or a visitor who was signed in. */
export const PersonIn = z.object({
  /** Null for a visitor. */
  MemberId: z.string().nullable(),
  FirstName: z.string(),
  LastName: z.string(),
  MembershipNumber: z.string().nullable(),
  /** Since when: the last time that they came in. */
  Since: z.iso.datetime(),
  /** Which session they came to; null where the event has none. */
  Session: z.object({ SessionId: z.string(), Name: z.string() }).nullable(),
  /** A door without a connection let them in, by a list that was out of date: they don't count, and are in all the same. */
  IsByOldList: z.boolean(),
  /** The entry in the register of a visitor, and who answers for them: the member, or their club. Null for a member. */
  Visit: z
    .object({ VisitId: z.string(), Kind: z.enum(visitorKinds), BroughtBy: z.string().nullable() })
    .nullable()
    .default(null),
})
export type PersonIn = z.infer<typeof PersonIn>

export const whoIsInApi = {
  listWhoIsIn: endpoint({
    method: 'GET',
    path: `${eventPath}/who-is-in`,
    title: 'Who is in at this moment, by name',
    access: atTheDoor,
    shows: ['attendance', 'member', 'visitor'],
    query: z.object({
      ...paging,
      sessionId: z.string().max(64).optional(),
      /** Members alone where it isn't said: a page of the former release knows no others. */
      of: z.enum(['everybody', 'visitors']).optional(),
    }),
    output: page(PersonIn),
  }),
}
