import { z } from 'zod'
import { endpoint, file, superAdministrator } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'
import { reasonOf } from '#contract/words/reason.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration/standing'

/**
 * How a business stands: of one that is suspended nobody signs in, and its tills and doors refuse. One that is ended is as
 * closed, and erased after a while.
 */
export const businessStandings = ['Open', 'Suspended', 'Ended'] as const
export const Standing = z.enum(businessStandings)
export type Standing = z.infer<typeof Standing>

const reasonNeeded = 'Give a reason: it is kept in the trail.'

/** Why, for the trail and for the next super administrator. */
const Reason = reasonOf(1, reasonNeeded)

export const StandingChange = z.object({ Reason })

const nameNeeded = 'Type the name of the business: it is what will be erased.'

/** The name is typed, so that nobody ends another business than they mean. */
export const Ending = z.object({
  BusinessName: z.string(needed(nameNeeded)).trim().min(1, nameNeeded).max(200),
  Reason,
})

const StandingShown = z.object({
  Standing,
  /** Of one that is suspended or ended: since when, why, and by whom. */
  Since: z.string().nullable(),
  Reason: z.string().nullable(),
  By: z.string().nullable(),
  /** How many jobs wait for it to be lifted. */
  RestingJobs: z.number(),
  /** Of one that is ended: the day on which it is erased, as YYYY-MM-DD. */
  EraseOn: z.string().nullable(),
  /** How many days there would be between its end and that. */
  EraseAfterDays: z.number(),
})
export type StandingShown = z.infer<typeof StandingShown>

export const standingApi = {
  getStanding: endpoint({
    method: 'GET',
    path,
    title: 'How the business stands',
    access: superAdministrator,
    shows: ['business', 'job'],
    output: StandingShown,
  }),
  suspendBusiness: endpoint({
    method: 'POST',
    path: `${path}/suspension`,
    title: 'Suspend a business',
    access: superAdministrator,
    changes: ['business'],
    asksAgain: 'a business is suspended',
    body: StandingChange,
    output: StandingShown,
  }),
  liftSuspension: endpoint({
    method: 'POST',
    path: `${path}/suspension/lift`,
    title: 'Lift the suspension of a business',
    access: superAdministrator,
    changes: ['business', 'job', 'message'],
    asksAgain: 'a suspension is lifted',
    body: StandingChange,
    output: StandingShown,
  }),
  endBusiness: endpoint({
    method: 'POST',
    path: `${path}/end`,
    title: 'End a business',
    access: superAdministrator,
    changes: ['business'],
    asksAgain: 'a business is ended',
    body: Ending,
    output: StandingShown,
  }),
  takeBackEnding: endpoint({
    method: 'POST',
    path: `${path}/end/take-back`,
    title: 'Take the end of a business back',
    access: superAdministrator,
    changes: ['business'],
    asksAgain: 'the end of a business is taken back',
    body: StandingChange,
    output: StandingShown,
  }),
  exportBusiness: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/configuration/everything',
    title: 'Everything a business has, as a zip file',
    access: superAdministrator,
    shows: ['business'],
    asksAgain: 'everything is downloaded',
    leavesEntry: true,
    output: file,
  }),
}
