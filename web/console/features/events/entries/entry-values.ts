import { z } from 'zod'
import { Capacity, ReentryRule } from '#contract/events/door-rules.ts'
import type { FormerEntry } from '#contract/events/entries.ts'
import type { OpenHours } from '#contract/events/open-hours.ts'
import { sameTimes } from '#contract/events/open-week.ts'

const noTime = 'Enter a time, such as 10:00.'

/** What is filled in of an entry; out of it comes what is sent. */
export const EntryForm = z
  .object({
    VenueNo: z.string().min(1, 'Choose a venue.'),
    Open: z.enum(['always', 'hours']),
    Days: z.array(z.object({ IsOpen: z.boolean(), From: z.string(), To: z.string() })),
    MemberFilterQuery: z.string(),
    Reentry: ReentryRule,
    Capacity: z.union([z.literal('').transform(() => null), Capacity]),
  })
  .superRefine(({ Open, Days }, context) => {
    if (Open === 'always') return
    for (const [i, day] of Days.entries()) {
      if (!day.IsOpen) continue
      for (const name of ['From', 'To'] as const)
        if (day[name] === '') context.addIssue({ code: 'custom', message: noTime, path: ['Days', i, name] })
      if (day.From !== '' && day.From === day.To)
        context.addIssue({ code: 'custom', message: sameTimes, path: ['Days', i, 'To'] })
    }
  })
  .transform(({ Open, Days, ...rest }) => ({
    ...rest,
    OpenHours: Open === 'always' ? null : Days.map(({ IsOpen, From, To }) => (IsOpen ? { From, To } : null)),
  }))
export type EntryValues = z.input<typeof EntryForm>

const usual = { From: '10:00', To: '23:00' }

/** What the form begins with: what the venue's entry is or was, and of a new one the usual. */
export function entryValues(entry: FormerEntry | null, venueNo: string): EntryValues {
  return {
    VenueNo: entry?.VenueNo ?? venueNo,
    Open: entry?.OpenHours ? 'hours' : 'always',
    Days: daysOf(entry?.OpenHours ?? null),
    MemberFilterQuery: entry?.MemberFilterQuery ?? '',
    Reentry: entry?.Reentry ?? 'free',
    Capacity: entry?.Capacity ?? '',
  }
}

function daysOf(hours: OpenHours | null): EntryValues['Days'] {
  return Array.from({ length: 7 }, (_, place) => ({
    IsOpen: hours === null || Boolean(hours[place]),
    ...(hours?.[place] ?? usual),
  }))
}
