export { exportMembers } from './member-export.ts'
export { deleteSavedFilter } from './saved-filters.ts'
export { listSavedFilters } from './saved-filters.ts'
export { saveFilter } from './saved-filters.ts'
