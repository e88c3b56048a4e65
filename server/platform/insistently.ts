// What PostgreSQL says to the one of several that it stops, because they wait for each other.
const deadlock = '40P01'
const mostTries = 3

/** Does again what the database has stopped for others to go on: nothing of it was done. */
export async function insistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: unknown }).code !== deadlock || tries === mostTries) throw error
    }
  }
}
