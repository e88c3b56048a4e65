export { filterCondition } from './filter-condition.ts'
export { createKnownSearches } from './known-searches.ts'
export {
  countEligibleMembers,
  getMember,
  getMemberContacts,
  listMembers,
  lockMember,
  readMember,
  readMembers,
} from './members.ts'
export { findMemberByCode, memberOfHolder } from './member-by-code.ts'
export { listPossibleDuplicates, possibleDuplicates } from './possible-duplicates.ts'
export { countDue, countLapsed, nextBirthdays } from './week.ts'
export { visibleTo } from './visible.ts'
export { indexedCondition, wantedCondition } from './wanted.ts'
export type { KnownSearches } from './known-searches.ts'
export { allMembers } from './search.ts'
