export {
  columnOf,
  columnsAndValues,
  difference,
  type Difference,
  fieldExpressions,
  memberColumns,
} from './fields.ts'
export {
  foundColumns,
  memberOf,
  type MemberRow,
  selectMembers,
  shownPoints,
  withDescriptions,
} from './member-record.ts'
export {
  holdNumbers,
  lockNumbers,
  nextFree,
  proposeNumber,
  settleNumbers,
  takeNumber,
} from './membership-number.ts'
export { currentMemberId, idsMergedInto, isUndoable, requireUnmerged, undoableUntil } from './merged.ts'
export { getMember, getMemberContacts, lockMember, readMember, readMembers } from './read-member.ts'
export { readableMember, readsContacts } from './readable-member.ts'
export {
  birthDates,
  endlessTypes,
  graceBy,
  isDueWithin,
  lapsedWithin,
  standingColumn,
  standsSo,
} from './standing.ts'
export { visibleTo } from './visible.ts'
