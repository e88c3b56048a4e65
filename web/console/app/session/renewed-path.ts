/** Where Microsoft's window comes back to, once somebody has signed in again there. */
export const renewedPath = '/signed-in-again'

/** The query of it that says whose session was to be renewed. */
export const whoseParam = 'uid'
