import { z } from 'zod'
import { endpoint, signedIn } from '#contract/endpoint.ts'

/**
 * Whose door it is, for somebody whose account doesn't open it. The id of an event can't be guessed: who has it was sent
 * the link of the door. So the address names the business by another name than elsewhere, which only its own may go by.
 */
export const doorOwnerApi = {
  getDoorOwner: endpoint({
    method: 'GET',
    path: '/api/cherrypass/v1/doors/{club}/{door}/owner',
    title: 'The business that a door belongs to',
    access: signedIn,
    shows: ['event', 'business'],
    mostPerMinute: 60,
    output: z.object({ BusinessName: z.string() }),
  }),
}
