/** What is said while the server can't be reached. Apart from the texts that every first page carries: the door has its own. */
export const connectionWords = {
  away: 'No connection, trying again',
  notSent:
    'There is no connection, and this may not have been saved. Try again when it is back: it is not done twice.',
} as const
