import type { membersApi } from '#contract/members.ts'
import type { Handlers } from '#platform/call.ts'
import { createMember, deleteMember, updateMember } from './member-changes.ts'
import { getMember, listMembers } from './members.ts'
import { createCommonWords } from './search.ts'

/** Members: found, seen and kept. */
export function memberRoutes(): Handlers<typeof membersApi> {
  const common = createCommonWords()
  return {
    listMembers: (call) => listMembers(call, common),
    getMember,
    createMember,
    updateMember,
    deleteMember,
  }
}
