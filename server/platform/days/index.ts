export {
  businessDay,
  businessToday,
  businessZone,
  dayIn,
  dayOfZone,
  instantOf,
  zonedOrBusiness,
} from './days.ts'
