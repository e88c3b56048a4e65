import type { z } from 'zod'
import { ContactDetails, Member } from './members.ts'

const { AcceptsPhoneMarketing, AcceptsMobileMarketing, AcceptsEmailMarketing } = ContactDetails.shape
const ReadableContact = ContactDetails.extend({
  AcceptsPhoneMarketing: AcceptsPhoneMarketing.nullable(),
  AcceptsMobileMarketing: AcceptsMobileMarketing.nullable(),
  AcceptsEmailMarketing: AcceptsEmailMarketing.nullable(),
}).nullable()

/** A member in the answer to somebody who may do something with them: what that user may not read is null. */
export const ReadableMember = Member.extend({
  MemberKey: Member.shape.MemberKey.nullable(),
  HomeContactDetails: ReadableContact,
  WorkContactDetails: ReadableContact,
  PostalContactDetails: ReadableContact,
  Overrides: Member.shape.Overrides.nullable(),
})
export type ReadableMember = z.infer<typeof ReadableMember>
