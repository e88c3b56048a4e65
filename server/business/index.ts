export { businessName } from './business-name.ts'
export { clubOf, logoOf } from './club.ts'
export {
  closedVenueRefusal,
  closedVenues,
  isOpenVenue,
  requireOpenVenue,
  someVenueClosed,
  venuePlaces,
} from './open-venues.ts'
export { licencesOf, readLicences } from './licences.ts'
