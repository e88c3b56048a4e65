/** The part of `samples` that is of the home page. */
export const todaySamples = {
  getToday: {},
  snoozeToday: { params: { line: 'events' as const }, body: { For: 'day' as const } },
  unsnoozeToday: { params: { line: 'events' as const } },
  getTrends: {},
}
