export { pointsRecountTasks, startPointsRecount } from './points-recount.ts'
export { type PointsByVenue, pointsTypeName, savePointsTypes } from './points-types.ts'
