/** How a member stands, by the financial date and their type of membership. No schemas here: the first page has to be small. */
export const standings = ['Financial', 'In grace', 'Lapsed', 'No date'] as const
export type Standing = (typeof standings)[number]
