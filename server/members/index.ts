export {
  addressRoutes,
  memberHistoryRoutes,
  memberNoteRoutes,
  memberOptionRoutes,
  memberOverrideRoutes,
  memberRoutes,
  savedFilterRoutes,
} from './routes.ts'
