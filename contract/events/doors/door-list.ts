import { z } from 'zod'
import { atTheDoor, endpoint, file } from '#contract/endpoint.ts'
import { eventPath } from '#contract/events/events.ts'

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
    /**
     * Lines: the name, the level or nothing, the id, the hashes of the codes, and after a `=` what tells people of one name
     * apart (`readDetails`), with tabs between.
     */
    output: file,
  }),
}

/** What tells people of one name apart at a door. */
export type GuestDetails = {
  readonly number: string | null
  readonly suburb: string | null
  readonly birthYear: number | string | null
}

/** The same in a line: '100231 · Manly · born 1980'. */
export function detailsLine({ number, suburb, birthYear }: GuestDetails): string {
  return [number, suburb, birthYear && `born ${birthYear}`].filter(Boolean).join(' · ')
}

// No hash and no id begins with it: a door of a former version takes the field for a code that nobody has.
const mark = '='
const between = '|'

/** Whether a field of a line in a door's list has the details. */
export const hasDetails = (field: string) => field.startsWith(mark)

/** The details in such a field. Of the number it has the end alone: enough to ask for, too little to write a card with. */
export function readDetails(field: string): GuestDetails {
  const [end, suburb, birthYear] = field.slice(mark.length).split(between)
  return { number: end ? `…${end}` : null, suburb: suburb || null, birthYear: birthYear || null }
}
