import type { bellApi } from '#contract/bell/bell.ts'
import type { Handlers, Notices } from '#platform/call'
import { watchNotices } from './live.ts'
import { listNotices, readNotice, readNotices } from './notices.ts'
import { countWaiting } from './waiting.ts'

/** What happened for a user, and what waits for them. */
export function bellRoutes(notices: Notices): Handlers<typeof bellApi> {
  return {
    listNotices,
    watchNotices: (call) => watchNotices(call, notices),
    countWaiting,
    readNotice,
    readNotices,
  }
}
