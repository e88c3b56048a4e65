/** Said of an address elsewhere. */
export const addressAbroad = 'You must select an address in Australia'
