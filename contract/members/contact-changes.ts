import { z } from 'zod'
import { shownOfClub } from '#contract/business/club-look.ts'
import { anyone, endpoint } from '#contract/endpoint.ts'
import { LinkSecret } from '#contract/values/link-secret.ts'
import { Place } from './member-fields.ts'

const path = '/api/contact-changes'

/** So long whoever was reached before can take a change of contact back. */
export const daysToUndoContactChange = 7

/** A change of how a member is reached, for those who were reached before; contacts are masked. */
export const ContactChange = z.object({
  ...shownOfClub,
  /** Whether the record was changed, or something was sent to a contact that isn't on it. */
  Kind: z.enum(['Changed', 'SentElsewhere']),
  /** Open for a while, and then settled in one of three ways. */
  State: z.enum(['Open', 'PutBack', 'ChangedAgain', 'Expired']),
  Parts: z.array(
    z.object({
      Place,
      Field: z.enum(['EmailAddress', 'MobileNumber']),
      Before: z.string().nullable(),
      After: z.string().nullable(),
    }),
  ),
  CanUndoUntil: z.iso.datetime(),
})
export type ContactChange = z.infer<typeof ContactChange>

const body = z.object({ Secret: LinkSecret })
const whileSuspended = 'Whoever finds their contact changed by a stranger has a week to take it back.'
const rateLimits = [{ kind: 'contact change', most: 20, minutes: 15 }]

/** The way back from a change of contact, by the link that those got who were reached before. */
export const contactChangesApi = {
  describeContactChange: endpoint({
    method: 'POST',
    path: `${path}/describe`,
    title: 'What was changed of how a member is reached',
    access: anyone,
    whileSuspended,
    changes: [],
    changesNothing: true,
    rateLimits,
    body,
    output: ContactChange,
  }),
  undoContactChange: endpoint({
    method: 'POST',
    path: `${path}/undo`,
    title: 'Put former contact details back',
    access: anyone,
    whileSuspended,
    changes: ['member'],
    recordsItself: true,
    rateLimits,
    body,
    output: ContactChange,
  }),
}
