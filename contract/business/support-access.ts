import { z } from 'zod'
import { endpoint, may, superAdministrator } from '#contract/endpoint.ts'
import { reasonOf } from '#contract/words/reason.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration/support-access'

/** How long a super administrator who has said why is let in, if they don't sign out before. */
export const visitHours = 8

const reasonNeeded = 'Give a reason of at least 3 characters: the business reads it in its trail.'

export const SupportVisit = z.object({
  Reason: reasonOf(3, reasonNeeded),
})

const SupportAccess = z.object({ IsReasonAsked: z.boolean() })

export const supportAccessApi = {
  getSupportAccess: endpoint({
    method: 'GET',
    path,
    title: 'Whether super administrators say why they enter',
    access: may('User.Management'),
    shows: ['business'],
    output: SupportAccess,
  }),
  setSupportAccess: endpoint({
    method: 'PUT',
    path,
    title: 'Change whether super administrators say why they enter',
    access: may('User.Management'),
    changes: ['business'],
    asksAgain: 'support access is changed',
    withoutRevision: 'A switch says outright which way it is to be.',
    body: SupportAccess,
    output: SupportAccess,
  }),
  beginSupportVisit: endpoint({
    method: 'POST',
    path: `${path}/visits`,
    title: 'Enter a business',
    access: superAdministrator,
    changes: ['business'],
    withoutVisit: 'It is how one begins.',
    body: SupportVisit,
    output: z.object({ ExpiresDate: z.iso.datetime() }),
  }),
}
