import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { revision } from '#contract/revisions.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration/second-factor'
const access = may('User.Management')

/** Of whom a business requires a second factor. */
export const requiredOf = ['nobody', 'roles', 'everyone'] as const
export const requiredOfWords: Readonly<Record<(typeof requiredOf)[number], string>> = {
  nobody: 'Nobody',
  roles: 'These roles',
  everyone: 'Everyone',
}

export const longestGraceDays = 90

const rolesNeeded = 'Choose a role, or require it of everyone.'

/** Of whom it is required, and how many days they have to set one up. */
export const SecondFactorPolicy = z
  .object({
    RequiredOf: z.enum(requiredOf),
    Roles: z.array(z.string().max(100)).max(200),
    GraceDays: z.number().int().min(0).max(longestGraceDays),
  })
  .refine(({ RequiredOf, Roles }) => RequiredOf !== 'roles' || Roles.length > 0, {
    path: ['Roles'],
    message: rolesNeeded,
  })
export type SecondFactorPolicy = z.infer<typeof SecondFactorPolicy>

const Shown = z.object({ ...SecondFactorPolicy.shape, Revision: z.string() })

export const secondFactorPolicyApi = {
  getSecondFactorPolicy: endpoint({
    method: 'GET',
    path,
    title: 'Of whom a second factor is required',
    access,
    shows: ['secondFactor'],
    output: Shown,
  }),
  setSecondFactorPolicy: endpoint({
    method: 'PUT',
    path,
    title: 'Change of whom a second factor is required',
    access,
    changes: ['secondFactor', 'user'],
    asksAgain: 'the rule for second factors is changed',
    query: z.object({ revision }),
    body: SecondFactorPolicy,
    output: Shown,
  }),
}
