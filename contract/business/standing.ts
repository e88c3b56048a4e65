import { z } from 'zod'
import { endpoint, superAdministrator } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration/standing'

/** How a business stands: of one that is suspended nobody signs in, and its tills and doors refuse. */
export const standings = ['Open', 'Suspended'] as const
export const Standing = z.enum(standings)
export type Standing = z.infer<typeof Standing>

const reasonNeeded = 'Give a reason: it is kept in the trail.'

/** Why, for the trail and for the next super administrator. */
const Reason = z.string(needed(reasonNeeded)).trim().min(1, reasonNeeded).max(500)

export const StandingChange = z.object({ Reason })

const StandingShown = z.object({
  Standing,
  /** Of one that is suspended: since when, why, and by whom. */
  Since: z.string().nullable(),
  Reason: z.string().nullable(),
  By: z.string().nullable(),
  /** How many jobs wait for it to be lifted. */
  RestingJobs: z.number(),
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
}
