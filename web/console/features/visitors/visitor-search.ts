import { z } from 'zod'
import { visitorKinds } from '#contract/visitors/visitor-words.ts'

const date = z.iso.date().optional().catch(undefined)

/** What the address can narrow the register down by. */
export const VisitorSearch = z.object({
  q: z.string().catch(''),
  from: date,
  to: date,
  kind: z.enum(visitorKinds).optional().catch(undefined),
  venueNo: z.coerce.string().optional().catch(undefined),
  memberId: z.string().optional().catch(undefined),
})
export type VisitorSearch = z.output<typeof VisitorSearch>
