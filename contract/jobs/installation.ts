import { z } from 'zod'
import { endpoint, superAdministrator } from '#contract/endpoint.ts'

/** From here on a clock is wrong: one that follows a time server is nearer. */
export const wrongClockMs = 1_000

/** `Apart`: it no longer follows the database, as somebody promoted it. Only one that is `Used` is read. */
export const ReplicaUse = z.enum(['Used', 'Behind', 'Away', 'Apart'])

export const InstallationState = z.object({
  /** Those that were at work in the last minutes. */
  Processes: z.array(
    z.object({
      /** The machine, and the number of the process there. */
      Name: z.string(),
      Role: z.string(),
      Version: z.string(),
      /** How far the machine's clock is ahead of the database's, behind it if negative; null where it couldn't be told. */
      ClockOffSeconds: z.number().nullable(),
    }),
  ),
  /** As the process sees them that answers. */
  Replicas: z.array(
    z.object({
      /** Its host and port. */
      Name: z.string(),
      State: ReplicaUse,
      /** How old its figures are; null where that can't be told. */
      LagSeconds: z.number().nullable(),
    }),
  ),
})
export type InstallationState = z.infer<typeof InstallationState>

export const installationApi = {
  getInstallationState: endpoint({
    method: 'GET',
    path: '/api/installation/state',
    title: 'Processes, their clocks, and replicas',
    access: superAdministrator,
    // Who tries the work again that failed wants to know who works.
    shows: ['job'],
    output: InstallationState,
  }),
}
