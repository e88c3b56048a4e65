export { businessName } from './business-name.ts'
export { configurationRoutes } from './configuration.ts'
export { closedVenueRefusal, closedVenues, isOpenVenue, requireOpenVenue } from './open-venues.ts'
export { licencesOf, readLicences } from './licences.ts'
