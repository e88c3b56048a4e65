import { businessApi } from './business.ts'
import { identityApi } from './identity.ts'
import { sessionApi } from './session.ts'

/** Every call there is, by name. */
export const api = { ...identityApi, ...sessionApi, ...businessApi }
