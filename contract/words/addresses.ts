/** Said where an address is asked for and nobody knows its streets. */
export const streetsUnchecked = 'Streets aren’t checked: they are kept as you type them.'

/** Said of an address elsewhere. */
export const addressAbroad = 'You must select an address in Australia'
