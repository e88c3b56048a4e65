import { useEffect, useState } from 'react'
import { doorSearchApi, isSearchable, type FoundGuest } from '#contract/events/door-search.ts'
import { detailsLine } from '#contract/events/door-list.ts'
import type { Desk } from '#door/desk/desk.ts'
import type { Guest } from '#door/desk/guest-list.ts'

/** Those of a name, each with what tells them from others of it. */
export type Named = { readonly guests: readonly Guest[]; readonly found: number }

// So long after the last letter the server is asked.
const pauseMs = 200

/** Those who may come and have the name: from the list of this device at once, and then as the server knows them. */
export function useGuestSearch(desk: Desk, words: string | null): Named {
  const [told, setTold] = useState<{ words: string; named: Named } | null>(null)
  useEffect(() => {
    if (words === null || !isSearchable(words) || !desk.state.isOnline) return undefined
    let isLeft = false
    const timer = setTimeout(async () => {
      const answer = await desk.call(doorSearchApi.searchGuests, { query: { q: words } })
      if (!isLeft && answer.ok)
        setTold({ words, named: { guests: answer.data.Results.map(namedOf), found: answer.data.Found } })
    }, pauseMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [desk, words])
  if (words === null) return { guests: [], found: 0 }
  return told?.words === words ? told.named : listed(desk, words)
}

function listed({ guests }: Desk, words: string): Named {
  return guests?.byName(words) ?? { guests: [], found: 0 }
}

function namedOf({ MemberId, FirstName, LastName, MemberLevelDescription, ...rest }: FoundGuest): Guest {
  const { MembershipNumber: number, Suburb: suburb, BirthYear: birthYear } = rest
  const details = detailsLine({ number, suburb, birthYear })
  return { id: MemberId, name: `${FirstName} ${LastName}`, level: MemberLevelDescription, details }
}
