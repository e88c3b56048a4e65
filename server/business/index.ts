export { licencesOf } from './licences.ts'
export { fillLocalRegister, madeUpEntries } from './local-register.ts'
export { businessRoutes } from './routes.ts'
