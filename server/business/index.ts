export { businessName } from './business-name.ts'
export { clubOf, logoOf } from './club.ts'
export { venuePlaces } from './venue-places.ts'
export {
  closedVenueRefusal,
  closedVenues,
  isOpenVenue,
  requireOpenVenue,
  someVenueClosed,
} from './open-venues.ts'
export { licencesOf, readLicences } from './licences.ts'
