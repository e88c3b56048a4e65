import { z } from 'zod'
import { atTheDoor, endpoint, file } from '#contract/endpoint.ts'
import { eventPath } from './events.ts'

/**
 * The members who may come, for a door that loses its connection, in parts that are fetched one by one. A part never
 * changes: who has it by its name needs it no more, and one that changes is another part.
 */
export const DoorList = z.object({
  /** Since when all of it was as its parts say; null until it has been made whole for the first time. */
  CheckedDate: z.iso.datetime().nullable(),
  /** Parts are still being made, or looked at anew: ask again in a moment. */
  IsUnderWay: z.boolean(),
  /** How many it will have, as far as is known. */
  ExpectedGuests: z.number(),
  Parts: z.array(z.object({ Part: z.string(), Guests: z.number(), Bytes: z.number() })),
})
export type DoorList = z.infer<typeof DoorList>

const listPath = `${eventPath}/door/list` as const

export const doorListApi = {
  getDoorList: endpoint({
    method: 'GET',
    path: listPath,
    title: 'The parts of the list of members who may come',
    access: atTheDoor,
    shows: ['event', 'member', 'attendance'],
    output: DoorList,
  }),
  getDoorListPart: endpoint({
    method: 'GET',
    path: `${listPath}/parts/{part}`,
    title: 'A part of the list of members who may come',
    access: atTheDoor,
    // A part never changes.
    shows: [],
    /** Lines: the name, the level or nothing, the id, and the hashes of the codes, with tabs between. */
    output: file,
  }),
}
