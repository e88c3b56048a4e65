import { daysOn, isSessionPast } from '#contract/events/session-days.ts'
import { change, keep, serverTime, type Desk } from '#door/desk/desk.ts'
import { refreshNow } from '#door/desk/now.ts'

/** The sessions that a door can be set to: none of a day that is over. */
export function sessionsToCome({ state, skewMs }: Pick<Desk, 'state' | 'skewMs'>) {
  const { door } = state
  if (!door) return []
  const on = daysOn(door.Event, serverTime({ skewMs }), door.Sessions)
  return door.Sessions.filter((session) => !isSessionPast(session, on))
}

/** Lets go of a session of a day that is over: the door goes by the hour again. True if it was set to one. */
export async function leavePastSession(desk: Desk): Promise<boolean> {
  const { door, sessionId } = desk.state
  const isLeft = sessionId === null || sessionsToCome(desk).some(({ SessionId }) => SessionId === sessionId)
  if (!door || isLeft) return false
  change(desk, { sessionId: null, now: null })
  await keep(desk, {})
  void refreshNow(desk)
  return true
}
