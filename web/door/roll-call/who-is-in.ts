import { useCallback, useEffect, useState } from 'react'
import { type PersonIn, whoIsInApi } from '#contract/events/who-is-in.ts'
import { closesDoor } from '#door/desk/calls.ts'
import type { Desk } from '#door/desk/desk.ts'
import { refreshNow } from '#door/desk/now.ts'

export type RollCall = {
  /** Everybody who is in; null until they were read. */
  readonly people: readonly PersonIn[] | null
  /** By the clock of this device. */
  readonly readAt: Date | null
  /** Why it couldn't be read anew. */
  readonly problem: string
}

const nothing: RollCall = { people: null, readAt: null, problem: '' }
// People come and go at other doors.
const readMs = 15_000

/** Who is in, as long as somebody looks; kept nowhere. */
export function useRollCall(desk: Desk): RollCall & { readonly read: () => void } {
  const [shown, show] = useState(nothing)
  const read = useCallback(async () => {
    const answer = await readEverybody(desk)
    show((before) => ('people' in answer ? answer : { ...before, ...answer }))
    await refreshNow(desk)
  }, [desk])
  useEffect(() => {
    const again = () => void read()
    again()
    const timer = setInterval(again, readMs)
    return () => clearInterval(timer)
  }, [read])
  return { ...shown, read: () => void read() }
}

/** All pages of the list: nobody may be missing because they are on the next. */
export async function readEverybody(desk: Pick<Desk, 'call'>): Promise<RollCall | { problem: string }> {
  const readAt = new Date()
  const people: PersonIn[] = []
  let token: string | null = ''
  while (token !== null) {
    const query: Record<string, string> = { of: 'everybody', limit: '500' }
    if (token !== '') query.continuationToken = token
    const answer = await desk.call(whoIsInApi.listWhoIsIn, { query })
    // Who may not read it any more keeps no names on the screen.
    if (!answer.ok && closesDoor(answer.status)) return { ...nothing, problem: answer.message }
    if (!answer.ok) return { problem: answer.status === 0 ? noConnection : answer.message }
    const { Results, _links } = answer.data
    people.push(...Results)
    token = _links.next ? new URL(_links.next.href).searchParams.get('continuationToken') : null
  }
  return { people, readAt, problem: '' }
}

const noConnection = 'Who is in can’t be read without a connection.'
