import { z } from 'zod'

/** How a till was paid for what it put on a card. */
export const tenders = ['Cash', 'Card'] as const
export const Tender = z.enum(tenders, 'Choose how it was paid: Cash or Card.')
export type Tender = z.infer<typeof Tender>

/** The same of every reload that was paid for: holders pay online, at no till. */
export const PaidBy = z.enum([...tenders, 'Online'])
export type PaidBy = z.infer<typeof PaidBy>
