export { licencesOf } from './licences.ts'
export { fillLocalRegister, madeUpEntries } from './local-register.ts'
export { savePointsTypes } from './points-types.ts'
export { businessRoutes, venueRoutes } from './routes.ts'
