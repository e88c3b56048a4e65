/** The days of a list or a report, each left open if it likes. */
export type Span = { from?: string | undefined; to?: string | undefined }

/** The spans that people ask for by name. */
export const presetNames = [
  'Today',
  'This month',
  'Last month',
  'This financial year',
  'Last financial year',
] as const
export type PresetName = (typeof presetNames)[number]

// A financial year begins with July.
const july = 7

/** The first and the last day of a span, seen from a day. */
export function spanOfPreset(name: PresetName, today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const julyOf = month < july ? year - 1 : year
  switch (name) {
    case 'Today':
      return { from: today, to: today }
    case 'This month':
      return { from: day(year, month, 1), to: day(year, month + 1, 0) }
    case 'Last month':
      return { from: day(year, month - 1, 1), to: day(year, month, 0) }
    case 'This financial year':
      return { from: day(julyOf, july, 1), to: day(julyOf + 1, july, 0) }
    case 'Last financial year':
      return { from: day(julyOf - 1, july, 1), to: day(julyOf, july, 0) }
  }
}

/** The name of a span, if it has one. */
export function presetOf({ from, to }: Span, today: string): PresetName | undefined {
  return presetNames.find((name) => {
    const span = spanOfPreset(name, today)
    return span.from === from && span.to === to
  })
}

// Counted in UTC, where every month and year has its days: what comes of it is in no zone.
function day(year: number, month: number, dayOfMonth: number): string {
  const at = new Date(Date.UTC(year, month - 1, dayOfMonth))
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
}
