/** The query of where Microsoft's window comes back to that says whose session was to be renewed. */
export const whoseParam = 'uid'
