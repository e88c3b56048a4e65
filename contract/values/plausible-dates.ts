/** Nobody alive was born before it. No schemas here: the pages of patrons have to be small. */
export const earliestBirth = '1880-01-01'

// Where days begin first: what lies after today there is ahead of everybody. The Swedes write dates as we keep them.
const firstDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' })

type Dates = { readonly BirthDate: string | null; readonly DateJoined: string | null }

/** What can't be right in the dates of a person, by field. */
export function dateProblems({
  BirthDate: born,
  DateJoined: joined,
}: Dates): Partial<Record<keyof Dates, string>> {
  if (born === null) return {}
  if (born > firstDay.format(Date.now())) return { BirthDate: 'Birth Date can not be in the future.' }
  if (born < earliestBirth) return { BirthDate: 'Birth Date can not be before 1880.' }
  if (joined !== null && joined < born) return { DateJoined: 'Date Joined can not be before Birth Date.' }
  return {}
}
