import {
  longestPlaceText,
  mostLocations,
  type PassDocument,
  type PassLocation,
} from '#contract/passes/pass-document.ts'
import { cut } from '#contract/passes/pass-layout.ts'
import type { Queries } from '#platform/database'
import { venuePlaces } from '#server/business'
import { comingDays, type EventDay } from '#server/events/record'

/** Where and when a phone brings a pass up by itself. */
export type Relevance = { readonly places: readonly PassLocation[]; readonly days: readonly EventDay[] }

type Wishes = Pick<PassDocument, 'iOSLocations' | 'iOSComesUpAtVenues' | 'iOSComesUpForEvents'>

/** Where and when passes of a design come up: the places that it names, and what it asks for of venues and events. */
export async function readRelevance(db: Queries, design: Wishes): Promise<Relevance> {
  const places = [...design.iOSLocations]
  if (design.iOSComesUpAtVenues)
    for (const { DisplayName, ...at } of await venuePlaces(db, mostLocations - places.length))
      places.push({ ...at, Text: cut(`Welcome to ${DisplayName}`, longestPlaceText) })
  const days = design.iOSComesUpForEvents ? await comingDays(db, mostDays) : []
  return { places, days }
}

// Apple names no limit; so many are enough for months, and a pass stays small.
const mostDays = 10
