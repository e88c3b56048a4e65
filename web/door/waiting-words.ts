import { zonedTime } from '#contract/events/event-times.ts'
import { messages } from '#contract/messages.ts'
import type { DoorState } from '#door/desk/desk.ts'

/** How much is still to be handed in; nothing where nothing is. */
export function waitingWords({ waiting, visits }: Pick<DoorState, 'waiting' | 'visits'>): string {
  return [countWords(waiting, 'scan'), countWords(visits, 'visitor')].filter(Boolean).join(' ')
}

function countWords(count: number, what: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${what} waits to be sent.` : `${count} ${what}s wait to be sent.`
}

/** What its page says beside whether there is a connection. */
export function deviceWords(state: DoorState, zone: string): string {
  const known = waitingWords(state) || listWords(state, zone)
  return state.isForgetful ? `${known} This device keeps nothing: leave this page open.` : known
}

/** What the device knows of those who may come. */
function listWords({ listed, listedAt }: DoorState, zone: string): string {
  if (listedAt === null) return messages.doorList.none
  return messages.doorList.whole(listed, zonedTime(new Date(listedAt), zone).time)
}
