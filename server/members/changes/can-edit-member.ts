import { membersApi } from '#contract/members/members.ts'
import { mayCall, type Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { readLicences } from '#server/business'

/** True for users who may change members of this business: whoever the contract lets do so. */
export async function canEditMember(db: Queries, who: Who): Promise<boolean> {
  return mayCall(who, membersApi.updateMember.access, await readLicences(db))
}
