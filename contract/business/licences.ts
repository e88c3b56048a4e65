import { z } from 'zod'

/** What a business can be licensed for: four products, of which `play` is never advertised, and one plain licence. */
export const licences = ['pay', 'check', 'chat', 'play', 'HubMembership'] as const

export const Licence = z.enum(licences, 'There is no such licence.')
export type Licence = z.infer<typeof Licence>

/** The licences that are products with a tile on the business home. */
export const products = ['pay', 'check', 'chat', 'play'] as const
export type Product = (typeof products)[number]
