/** The instant at which a day (YYYY-MM-DD) begins where the viewer is. */
export function startOfDay(date: string): string {
  return new Date(`${date}T00:00`).toISOString()
}

/** The instant at which it is over there, and the next begins. */
export function endOfDay(date: string): string {
  const midnight = new Date(`${date}T00:00`)
  // By the calendar: a day is not always 24 hours long.
  midnight.setDate(midnight.getDate() + 1)
  return midnight.toISOString()
}
