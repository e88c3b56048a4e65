import { z } from 'zod'
import { countedPage, countedPaging, endpoint, signedIn, superAdministrator } from '#contract/endpoint.ts'
import { listMessages as messages } from '#contract/members/list/list-messages.ts'
import { revision } from '#contract/revisions.ts'
import { isValidAbn, registerDigits } from '#contract/values/abn.ts'
import { TimeZone } from '#contract/values/time-zones.ts'
import { needed } from '#contract/words/needed.ts'
import { isOneLine, nameInOneLine } from '#contract/words/one-line.ts'
import { Licence } from './licences.ts'
import { Standing } from './standing.ts'

export const Business = z.object({
  BusinessId: z.string(),
  DisplayName: z.string(),
  VenueSummaries: z.array(z.object({ DisplayName: z.string(), VenueNo: z.string() })),
  LicencedHubProducts: z.array(Licence),
  /** Whose clocks tell the day in the business. */
  TimeZone: z.string(),
  /** Whether anybody but super administrators can work in it. */
  Standing,
  /** Of super administrators: the business asks why they enter, and they haven't said so in this session. */
  IsVisitNeeded: z.boolean(),
  /** Another one, once somebody has changed its settings. */
  Revision: z.string(),
})
export type Business = z.infer<typeof Business>

/** An entry of the Australian Business Register. */
export const AbnRecord = z.object({
  ABN: z.string(),
  Name: z.string(),
  State: z.string(),
  Postcode: z.string(),
})
export type AbnRecord = z.infer<typeof AbnRecord>

/** An entry as the lookup finds it: with whether a business here has that ABN already. */
export const AbnLookupResult = AbnRecord.extend({ IsRegistered: z.boolean() })
export type AbnLookupResult = z.infer<typeof AbnLookupResult>

/** The three ways of looking a business up. */
export const abnLookupTypes = ['name', 'abn', 'acn'] as const
export const AbnLookupType = z.enum(abnLookupTypes, 'The lookup type must be one of abn, acn or name.')
export type AbnLookupType = z.infer<typeof AbnLookupType>

/** An ABN of which the check digits fit, without its spaces. */
export const Abn = z
  .string(needed(messages.business.abnRequired))
  .transform(registerDigits)
  .pipe(z.string().min(1, messages.business.abnRequired).refine(isValidAbn, 'This ABN is not valid.'))

export const businessApi = {
  listBusinesses: endpoint({
    method: 'GET',
    path: '/api/business/summary',
    title: 'Businesses the user may see',
    access: signedIn,
    shows: ['business', 'venue'],
    query: z.object({
      ...countedPaging,
      businessId: z.string().optional(),
      q: z.string().max(200).optional(),
    }),
    output: countedPage(Business),
  }),
  createBusiness: endpoint({
    method: 'POST',
    path: '/api/business',
    title: 'Create a business',
    access: superAdministrator,
    changes: ['business'],
    body: z.object({
      ABN: Abn,
      Name: z.string().trim().min(1).max(200).refine(isOneLine, nameInOneLine),
      State: z.string().max(3),
      Postcode: z.string().max(4),
      /** Without one it is that of the state. */
      TimeZone: TimeZone.optional(),
      /** It is meant, although the register doesn't know the ABN or can't be asked. */
      IsAbnUnconfirmed: z.boolean().optional(),
    }),
    output: Business,
  }),
  lookupAbn: endpoint({
    method: 'GET',
    path: '/api/business/lookup/{type}',
    title: 'Look up the business register',
    access: superAdministrator,
    shows: ['business'],
    params: { type: AbnLookupType },
    query: z.object({ q: z.string().trim().min(1, 'Type a name, an ABN or an ACN to search for.').max(200) }),
    output: z.object({ Results: z.array(AbnLookupResult) }),
  }),
  setLicence: endpoint({
    method: 'PUT',
    path: '/api/cherrypay/v1/{businessId}/configuration/licences/{licence}',
    title: 'Change a licence',
    access: superAdministrator,
    changes: ['business'],
    params: { licence: Licence },
    withoutRevision: 'A switch says outright which way it is to be.',
    body: z.object({ Value: z.boolean() }),
  }),
  setTimeZone: endpoint({
    method: 'PUT',
    path: '/api/cherrypay/v1/{businessId}/configuration/time-zone',
    title: 'Change the time zone',
    access: superAdministrator,
    // Who is financial, what has expired and when reports are sent goes by the day.
    changes: ['business', 'member', 'card', 'pass', 'savedReport'],
    query: z.object({ revision }),
    body: z.object({ TimeZone }),
  }),
}
