export { letGoOn, letIn, limitCalls } from './known-browsers.ts'
export { createMicrosoft, type Microsoft, type MicrosoftIdentity } from './microsoft.ts'
export { createRefusedEntries, type Refused } from './refused-entries.ts'
export { callerOf, ownPath, refuseOtherSites } from './requests.ts'
export {
  inBusinessOf,
  type PlaceClaims,
  recordAccountAudit,
  requireOpenPlace,
  type Service,
  type Surroundings,
} from './service.ts'
