import { useEffect, useState } from 'react'
import { doorSearchApi, isSearchable, type FoundGuest } from '#contract/events/doors/door-search.ts'
import type { NewScan } from '#contract/events/event-scans.ts'
import type { Desk } from '#door/desk/desk.ts'
import type { Guest } from '#door/desk/guest-list.ts'

/** Those of a name, each with what tells them from others of it, and what is said where there is nobody. */
export type Named = { readonly guests: readonly Guest[]; readonly found: number; readonly nobody: string }

type Direction = NewScan['Direction']

// So long after the last letter the server is asked.
const pauseMs = 200

/**
 * Those of a name who may come, or who are in and may leave: from the list of this device at once, and then as the server
 * knows them.
 */
export function useGuestSearch(desk: Desk, words: string, direction: Direction): Named {
  const [told, setTold] = useState<{ asked: string; named: Named } | null>(null)
  const asked = `${direction} ${words}`
  useEffect(() => {
    if (!isSearchable(words) || !desk.state.isOnline) return undefined
    let isLeft = false
    const timer = setTimeout(async () => {
      const query = { q: words, direction }
      const answer = await desk.call(doorSearchApi.searchGuests, { query })
      if (isLeft) return
      if (answer.ok) {
        const { Results, Found } = answer.data
        const named = { guests: Results.map(namedOf), found: Found, nobody: nobody[direction] }
        // Another door may have let somebody in of whom the server doesn't know yet: leaving, they are found by the list.
        setTold({ asked, named: direction === 'Out' ? withListed(desk, words, named) : named })
      } else if (answer.status > 0)
        setTold({ asked, named: { ...listed(desk, words), nobody: answer.message } })
    }, pauseMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [desk, words, direction, asked])
  return told?.asked === asked ? told.named : listed(desk, words)
}

const nobody = {
  In: 'Nobody on the list has this name.',
  Out: 'Nobody who is in has this name.',
} as const

/** By the list of this device: without one it can't tell. */
export function listed({ guests, state }: Pick<Desk, 'guests' | 'state'>, words: string): Named {
  if (guests) return { ...guests.byName(words), nobody: nobody.In }
  if (!state.isOnline)
    return { guests: [], found: 0, nobody: 'Without a connection and a list nobody is found by name.' }
  return {
    guests: [],
    found: 0,
    nobody: isSearchable(words) ? 'Looking…' : 'Type three letters of the name.',
  }
}

/** Those whom the server found, and after them the others of the name on this device's list. */
export function withListed({ guests }: Pick<Desk, 'guests'>, words: string, named: Named): Named {
  const known = new Set(named.guests.map(({ id }) => id))
  const others = guests?.byName(words).guests.filter(({ id }) => !known.has(id)) ?? []
  return { ...named, guests: [...named.guests, ...others], found: named.found + others.length }
}

function namedOf({ MemberId, FirstName, LastName, MemberLevelDescription, ...rest }: FoundGuest): Guest {
  const { MembershipNumber: number, Suburb: suburb, BirthYear: birthYear } = rest
  const details = { number, suburb, birthYear }
  return { id: MemberId, name: `${FirstName} ${LastName}`, level: MemberLevelDescription, details }
}
