export { businessName } from './business-name.ts'
export { configurationRoutes } from './configuration.ts'
export { licencesOf, readLicences } from './licences.ts'
