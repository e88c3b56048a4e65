const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** How a date is written on a pass where its field says nothing else. */
const usualDateFormat = 'd MMM yyyy'

/** What a field gets when date formatting is turned on: month and year. */
export const firstDateFormat = 'MM/yyyy'

/** Formats to choose from; any other made of the same letters will do. */
export const offeredDateFormats = [
  firstDateFormat,
  'dd/MM/yyyy',
  usualDateFormat,
  'MMMM yyyy',
  'yyyy',
] as const

/** True for a format that says something of a date. Days and years may be written in either case. */
export function isDateFormat(format: string): boolean {
  return /[dDMyY]/.test(format) && format.length <= 30
}

/** Writes a day (YYYY-MM-DD) by a format of d, dd, M, MM, MMM, MMMM, yy and yyyy. What is no day stays as it is. */
export function formatDay(day: string, format: string = usualDateFormat): string {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === '') return day
  const name = months[Number(month) - 1] ?? ''
  return format.replaceAll(/y+|Y+|M+|d+|D+/g, (part) => {
    if (/y/i.test(part)) return part.length > 2 ? year : year.slice(2)
    if (/d/i.test(part)) return part.length > 1 ? date : String(Number(date))
    return [String(Number(month)), month, name.slice(0, 3), name][Math.min(part.length, 4) - 1] ?? ''
  })
}
