export { columnsAndValues, difference, type Difference, fieldExpressions, memberColumns } from './fields.ts'
export { hasCode } from './member-codes.ts'
export {
  contactColumns,
  listColumns,
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
  numberTaken,
  proposeNumber,
  settleNumbers,
  takeNumber,
} from './membership-number.ts'
export { currentMemberId, idsMergedInto, isUndoable, requireUnmerged, undoableUntil } from './merged.ts'
export { readableContacts, readableMember, readsContacts } from './readable-member.ts'
