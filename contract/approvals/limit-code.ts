/** The code of a refusal that a second person's approval goes past. Apart from the rest, as the first page is small. */
export const aboveLimit = 'above_limit'
