import type { Desk } from '#door/desk/desk.ts'
import { change } from '#door/desk/desk.ts'
import { loadHandIn } from '#door/later.ts'
import type { WaitingVisit } from './waiting.ts'

/** The visitors of a door that the server has yet to be told, the oldest first. */
export async function visitsOf({ storage, key }: Desk): Promise<WaitingVisit[]> {
  return (await storage.listVisits()).filter((each) => each.key === key)
}

/** Has the page say how many there are. */
export async function countVisits(desk: Desk): Promise<number> {
  const visits = (await visitsOf(desk)).length
  change(desk, { visits })
  return visits
}

/** Hands in the visitors that wait, as scans are. What does it is fetched when there are any. */
export async function handInWaitingVisits(desk: Desk): Promise<void> {
  if ((await countVisits(desk)) === 0) return
  const { handInVisits } = await loadHandIn()
  await handInVisits(desk)
}

const learned = new WeakSet<Desk>()

/** Has the rules of the register here before anybody opens it: the connection may be lost by then. */
export async function learnRules(desk: Desk): Promise<void> {
  if (learned.has(desk)) return
  const { fetchRules } = await loadHandIn()
  const answer = await fetchRules(desk)
  if (answer.ok) learned.add(desk)
}
