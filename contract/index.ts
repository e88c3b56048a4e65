import { auditApi } from './audit.ts'
import { businessApi } from './business.ts'
import { identityApi } from './identity.ts'
import { outboxApi } from './outbox.ts'
import { rolesApi } from './roles.ts'
import { sessionApi } from './session.ts'
import { usersApi } from './users.ts'
import { venuesApi } from './venues.ts'

/** Every call there is, by name. */
export const api = {
  ...identityApi,
  ...sessionApi,
  ...businessApi,
  ...usersApi,
  ...rolesApi,
  ...venuesApi,
  ...auditApi,
  ...outboxApi,
}
