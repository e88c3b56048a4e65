export { createAccessCache, type AccessCache, type Remembered } from './access-cache.ts'
export { announceAccessChange } from './access-changes.ts'
export {
  requireAllVenues,
  requireMayGive,
  requireMayGiveVenues,
  requireNotAbove,
  requireSameVenues,
} from './authority.ts'
export { createVisits, isOpenBusiness, requireVisit, type Visits } from './visits.ts'
export {
  can,
  mayCall,
  nobody,
  requireAccess,
  requireOpenBusiness,
  requireOpenClub,
  requireOpenTill,
  requireLicence,
  requireOneOf,
  requireOwnBusiness,
  requireOwnDoor,
  requireSecondFactor,
  type SecondFactorStanding,
  type TillPlace,
  type Who,
} from './who.ts'
