export { createAccessCache, type AccessCache, type Remembered } from './access-cache.ts'
export { announceAccessChange } from './access-changes.ts'
export {
  can,
  isAdministrator,
  mayCall,
  nobody,
  requireAccess,
  requireOpenTill,
  requireLicence,
  requireOwnBusiness,
  requireOwnDoor,
  requireSecondFactor,
  type SecondFactorStanding,
  type TillPlace,
  type Who,
} from './who.ts'
