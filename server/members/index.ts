export { filterCondition } from './filter-condition.ts'
export { withDescriptions } from './member-record.ts'
export { readMember } from './members.ts'
export {
  addressRoutes,
  memberHistoryRoutes,
  memberNoteRoutes,
  memberOptionRoutes,
  memberOverrideRoutes,
  memberRoutes,
  savedFilterRoutes,
} from './routes.ts'
export { visibleTo } from './visible.ts'
