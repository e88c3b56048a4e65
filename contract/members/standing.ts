/** How a member stands, by the financial date and their type of membership. No schemas here: the first page has to be small. */
export const memberStandings = ['Financial', 'In grace', 'Lapsed', 'No date'] as const
export type Standing = (typeof memberStandings)[number]
