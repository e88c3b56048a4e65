import { useCallback, useEffect, useState } from 'react'
import { visitorDeskApi } from '#contract/visitors/visitor-desk.ts'
import { whoIsSignedIn, worksAt } from '#door/desk/calls.ts'
import type { Desk } from '#door/desk/desk.ts'
import { countVisits, visitsOf } from './register.ts'
import type { WaitingVisit } from './waiting.ts'

const retryMs = 10_000

/** True for an answer that says nothing of what was sent: there is no connection, or no room just now. */
export function isOffline(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** What waits on this device, handed in as soon as there is a connection; `changed` has it looked at anew. */
export function useWaitingVisits(desk: Desk) {
  const [waiting, setWaiting] = useState<readonly WaitingVisit[]>([])
  const look = useCallback(async () => {
    await handInVisits(desk).catch(() => undefined)
    setWaiting(await visitsOf(desk).catch(() => []))
  }, [desk])
  useEffect(() => {
    const lookAgain = () => void look()
    lookAgain()
    const timer = setInterval(lookAgain, retryMs)
    window.addEventListener('online', lookAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', lookAgain)
    }
  }, [look])
  return { waiting, changed: () => void look() }
}

/** Two tabs of one device share what waits: one of them hands it in. The server knows an entry that comes twice. */
export async function handInVisits(desk: Desk): Promise<void> {
  const work = () => handInAll(desk)
  await (isSecureContext ? navigator.locks.request('visitor-queue', work) : work())
  await countVisits(desk)
}

async function handInAll(desk: Desk): Promise<void> {
  for (const waiting of await visitsOf(desk)) {
    const body = { ...waiting.visit, IsLate: true, SentAt: new Date().toISOString() }
    const answer = await desk.call(visitorDeskApi.signInVisitor, { body })
    if (answer.ok) await desk.storage.removeVisit(waiting.VisitId)
    // One that is refused doesn't hold up the others; nor does one whose event is gone for good.
    else if (answer.status === 400 || answer.status === 409 || (await isGone(desk, answer.status)))
      await desk.storage.keepVisit({ ...waiting, refusal: answer.message })
    // There is no connection, or the door is closed to this device: that says nothing of any entry.
    else return
  }
}

/** Whether an event is gone, rather than not there for who is signed in by now: another business's staff find none of it. */
async function isGone({ kit, place }: Desk, status: number): Promise<boolean> {
  return status === 404 && (kit !== null || worksAt(place, await whoIsSignedIn()))
}

/** Asks for the rules of the business, and keeps them for when there is no connection. */
export async function fetchRules(desk: Desk) {
  const answer = await desk.call(visitorDeskApi.getVisitorDesk)
  if (answer.ok) await desk.storage.keepDesk({ key: desk.key, desk: answer.data }).catch(() => undefined)
  return answer
}
