import { z } from 'zod'
import { endpoint, listOfKinds, signedIn } from '#contract/endpoint.ts'

/** What a new business has to do, in the order in which one thing needs the other. */
export const startingSteps = [
  'Licences',
  'Venue',
  'Look',
  'Users',
  'Options',
  'PointsType',
  'Members',
  'CardProgram',
  'Deposit',
  'PassDesign',
  'Form',
  'Event',
] as const
export type StartingStep = (typeof startingSteps)[number]

const Step = z.object({ Step: z.enum(startingSteps), IsDone: z.boolean() })

export const startingApi = {
  /** The steps that the caller may take and the business is licensed for, done or not. */
  getStarting: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/starting',
    title: 'What a business still has to set up',
    access: signedIn,
    shows: [
      'business',
      'venue',
      'user',
      'option',
      'points',
      'member',
      'cardProgram',
      'disbursementAccount',
      'passDesign',
      'form',
      'event',
    ],
    output: z.object({ Steps: listOfKinds(Step, Step.pick({ Step: true })) }),
  }),
}
