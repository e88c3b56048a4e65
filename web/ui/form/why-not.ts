/** Why a form can't be sent yet whose choices aren't there. */
export function notLoaded(error: unknown): string {
  return error ? 'What this needs could not be loaded.' : 'What this needs is still loading.'
}

/** Why there is nothing to save. */
export const unchanged = 'Nothing has changed yet.'
