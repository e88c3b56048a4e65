/** The part of `samples` that is of what happened, what waits, and what is to be set up. */
export const bellSamples = {
  listNotices: {},
  watchNotices: {},
  countWaiting: {},
  readNotice: {},
  readNotices: { body: { UpTo: '2026-01-31T00:00:00Z' } },
  getStarting: {},
}
