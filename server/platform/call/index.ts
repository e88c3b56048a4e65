export {
  type Action,
  type Change,
  clock,
  isChange,
  recordAudit,
  recordByTheClock,
  type Trail,
} from './audit.ts'
export { recordDownload } from './record-download.ts'
export { type Asked, beforehand, type WithBeforehand } from './beforehand.ts'
export { openedBy, type WithOpening } from './opening.ts'
export type { Act, Call, Handlers, Mount } from './call.ts'
export { type ActAbout, limitedAct, type WithAbout } from './limited-act.ts'
export { createNotices, type Notices } from './notices.ts'
export { afterKey, type Kind, pageOf, rowsToAsk } from './paging.ts'
export { isToCount, totalOfList } from './totals.ts'
export { requireSeen, revisionOf } from './revisions.ts'
export type { Origin } from './origin.ts'
