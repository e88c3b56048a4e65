export { filterCondition } from './filter-condition.ts'
export { createKnownSearches } from './known-searches.ts'
export { exportMembers } from './member-export.ts'
export {
  countEligibleMembers,
  getMember,
  listMembers,
  lockMember,
  readMember,
  readMembers,
} from './members.ts'
export { possibleDuplicates } from './possible-duplicates.ts'
export { deleteSavedFilter, listSavedFilters, saveFilter } from './saved-filters.ts'
export { visibleTo } from './visible.ts'
export { wantedCondition } from './wanted.ts'
