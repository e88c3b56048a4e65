export {
  businessDay,
  businessToday,
  businessZone,
  dayIn,
  dayOfZone,
  instantOfDatabase,
  zonedOrBusiness,
} from './days.ts'
