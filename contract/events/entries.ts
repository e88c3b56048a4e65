import { z } from 'zod'
import { readEvents } from '#contract/access/shared-reads.ts'
import { endpoint, may } from '#contract/endpoint.ts'
import { FilterQuery } from '#contract/members/member-filter.ts'
import { revision } from '#contract/revisions.ts'
import { needed } from '#contract/words/needed.ts'
import { doorRuleFields } from './door-rules.ts'
import { DoorNow } from './event-scans.ts'
import { EventListItem, HubEvent } from './events.ts'
import { OpenWeekFields } from './open-week.ts'

/** Where the calls about the front doors of venues are. */
const path = '/api/cherrypass/v1/{businessId}/entries'

/** What people fill in of an entry. What a call doesn't say stays as it is, also while it was off. */
const EntryFields = z.object({
  /** Null where it is open at any hour. */
  OpenHours: OpenWeekFields.nullable().optional(),
  MemberFilterQuery: FilterQuery.optional(),
  Reentry: doorRuleFields.Reentry,
  Capacity: doorRuleFields.Capacity,
  LetsSuspendedIn: doorRuleFields.LetsSuspendedIn,
})

/** An entry, on or off, with what it is switched on with again. */
const FormerEntry = EventListItem.extend(
  HubEvent.pick({ Reentry: true, Capacity: true, MemberFilterQuery: true }).shape,
)
export type FormerEntry = z.infer<typeof FormerEntry>

/** Who has come through a front door on the day that is on. */
const EntryNow = DoorNow.pick({ CameIn: true, PeopleIn: true }).extend({ VisitorsIn: z.number().int() })
export type EntryNow = z.infer<typeof EntryNow>

/** A venue, and the event that is its front door; null where it was never switched on. */
export const VenueEntry = z.object({
  VenueNo: z.string(),
  VenueName: z.string(),
  Entry: FormerEntry.nullable(),
  /** How it stands, for those who see doors; null while it is off. The former version doesn't tell. */
  Now: EntryNow.nullable().optional(),
})
export type VenueEntry = z.infer<typeof VenueEntry>

export const entriesApi = {
  listEntries: endpoint({
    method: 'GET',
    path,
    title: 'The front doors of the venues',
    access: readEvents,
    shows: ['event', 'venue', 'attendance', 'visitor'],
    output: z.object({ Results: z.array(VenueEntry) }),
  }),
  switchEntryOn: endpoint({
    method: 'POST',
    path,
    title: 'Switch the entry of a venue on',
    access: may('Event.Manage'),
    changes: ['event'],
    body: EntryFields.extend({
      VenueNo: z.string(needed('Choose a venue.')).trim().min(1, 'Choose a venue.').max(20),
    }),
    output: HubEvent,
  }),
  saveEntry: endpoint({
    method: 'PUT',
    path: `${path}/{eventId}`,
    title: 'Change the entry of a venue',
    access: may('Event.Manage'),
    changes: ['event'],
    query: z.object({ revision }),
    body: EntryFields,
    output: HubEvent,
  }),
}
