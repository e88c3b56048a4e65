import { zonedTime } from '#contract/events/event-times.ts'
import { messages } from '#contract/messages.ts'
import type { DoorState } from '#door/desk/desk.ts'

/** How much is still to be handed in. */
export function waitingWords(waiting: number): string {
  return waiting === 1 ? '1 scan waits to be sent.' : `${waiting} scans wait to be sent.`
}

/** What the device knows of those who may come. */
export function listWords({ listed, listedAt }: DoorState, zone: string): string {
  if (listedAt === null) return messages.doorList.none
  return messages.doorList.whole(listed, zonedTime(new Date(listedAt), zone).time)
}
