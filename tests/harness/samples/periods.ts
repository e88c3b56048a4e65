import fc from 'fast-check'

const day = 86_400_000

// Days of UTC and of other zones, quarters of an hour, and any moment, also between two milliseconds.
const Edge = fc
  .tuple(
    fc.constantFrom(day, day / 24, day / 48, day / 96, 1),
    fc.nat({ max: 400 * 96 }),
    fc.constantFrom('', '', '123', '0005'),
  )
  .map(([width, quartersAgo, more]) =>
    new Date(Math.floor((Date.now() - (quartersAgo * day) / 96) / width) * width)
      .toISOString()
      .replace('Z', `${more}Z`),
  )

export type SomePeriod = { startDate?: string; endDate?: string }

/** Periods of the last 400 days, also without a beginning or an end. */
export const Periods: fc.Arbitrary<SomePeriod> = fc
  .tuple(fc.option(Edge), fc.option(Edge))
  .map(([one, other]) => {
    const [startDate, endDate] = one && other ? [one, other].toSorted() : [one, other]
    return { ...(startDate && { startDate }), ...(endDate && { endDate }) }
  })
