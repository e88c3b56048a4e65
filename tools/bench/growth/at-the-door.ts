import { setTimeout } from 'node:timers/promises'
import { doorListApi, type DoorList } from '#contract/events/doors/door-list.ts'
import { eventsApi } from '#contract/events/events.ts'
import { MemberFields } from '#contract/members/member-fields.ts'
import { membersApi } from '#contract/members/members.ts'
import type { Club, Clubs } from './clubs.ts'

type Parts = DoorList['Parts']

/** The list of a door, what of it changed with a name, and how long each step took, in milliseconds. */
export type Stood = {
  readonly parts: Parts
  readonly anew: Parts
  /** From the first question to the first part. */
  readonly firstMs: number
  readonly madeMs: number
  readonly askedMs: number
  readonly fetchedMs: number
  readonly lookedMs: number
}

/** Stands at the door of a new event until its list is here, and until it is here again after a member's name has changed. */
export async function standAtDoor(club: Club, { owner, carryOut }: Pick<Clubs, 'owner' | 'carryOut'>) {
  const params = { eventId: await openDoor(club) }
  const ask = async () => (await club.superAdmin(doorListApi.getDoorList, { params })).Parts
  const fetchPart = ({ Part }: Parts[number]) =>
    club.superAdmin(doorListApi.getDoorListPart, { params: { ...params, part: Part } })
  const make = () => carryOut('make_door_list')

  const sinceFirst = stopwatch()
  await ask()
  const making = make()
  let first = (await ask())[0]
  for (; !first; first = (await ask())[0]) await setTimeout(10)
  await fetchPart(first)
  const firstMs = sinceFirst()
  await making
  const madeMs = sinceFirst()

  const sinceAsked = stopwatch()
  const parts = await ask()
  const askedMs = sinceAsked()
  const sinceFetched = stopwatch()
  await twoAtOnce(parts, fetchPart)
  const fetchedMs = sinceFetched()

  const name = await rename(club, 'Bench')
  // Nobody has it looked at twice in a minute.
  await owner.query(`update door_list set checked_at = now() - interval '1 hour' where event_id = $1`, [
    params.eventId,
  ])
  const sinceLooked = stopwatch()
  await ask()
  await make()
  const lookedMs = sinceLooked()
  const former = new Set(parts.map(({ Part }) => Part))
  const anew = (await ask()).filter(({ Part }) => !former.has(Part))

  await rename(club, name)
  await club.superAdmin(eventsApi.setEventStatus, { params: { ...params, status: 'complete' } })
  await carryOut('forget_door_lists', {})
  return { parts, anew, firstMs, madeMs, askedMs, fetchedMs, lookedMs } satisfies Stood
}

function stopwatch(): () => number {
  const began = performance.now()
  return () => performance.now() - began
}

/** As a door fetches them. */
async function twoAtOnce(parts: Parts, fetchPart: (part: Parts[number]) => Promise<unknown>): Promise<void> {
  const missing = [...parts]
  const fetchNext = async () => {
    for (let next = missing.shift(); next; next = missing.shift()) await fetchPart(next)
  }
  await Promise.all([fetchNext(), fetchNext()])
}

/** An event of these days that every member may come to. */
async function openDoor({ superAdmin }: Club): Promise<string> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const body = {
    EventName: 'Bench',
    EventStartDate: day(-1),
    EventEndDate: day(2),
    CheckInStartTime: '00:00',
    CheckInEndTime: '23:59',
    EventLocation: 'Bench',
    TimeZoneId: 'UTC',
    MemberFilterQuery: '',
    LetsSuspendedIn: true,
  }
  const { id } = await superAdmin(eventsApi.createEvent, { body })
  await superAdmin(eventsApi.setEventStatus, { params: { eventId: id, status: 'publish' } })
  return id
}

/** Gives the holder of the card another name, and tells the one before. */
async function rename({ superAdmin, holder: { memberId } }: Club, LastName: string): Promise<string> {
  const { Results } = await superAdmin(membersApi.getMember, { params: { memberId } })
  const body = { ...MemberFields.parse(Results[0]), LastName }
  await superAdmin(membersApi.updateMember, { params: { memberId }, body })
  return Results[0]!.LastName
}
