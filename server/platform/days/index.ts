export { businessDay, businessToday, businessZone, dayIn, dayOfZone, zonedOrBusiness } from './days.ts'
