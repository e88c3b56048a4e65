import type { Member } from '#contract/members/members.ts'
import { contactOnFile } from '#server/members/contacts'
import { type Recipient, recipientOf } from './invitation-message.ts'

/** How a member is invited whom nobody looks at before. */
export function reachOf(member: Member): Recipient | null {
  const contact = contactOnFile(member)
  return contact && recipientOf(contact)
}
