import fc from 'fast-check'

/** Who comes or leaves at a door. All of these may name more than there are: they are counted round. */
const coming = {
  door: fc.nat({ max: 5 }),
  who: fc.nat({ max: 5 }),
  Direction: fc.constantFrom('In' as const, 'In' as const, 'Out' as const),
  /** Which session the door is set to, where there are any. */
  session: fc.nat({ max: 1 }),
}

/** What happened at doors before there was a connection, how long ago as a part of the time without one. */
export const before = fc.record({ ...coming, ago: fc.double({ min: 0, max: 1, noNaN: true }) })
export type Before = typeof before extends fc.Arbitrary<infer T> ? T : never

/** What a door does: somebody comes or leaves, and may wait in line for an answer; its queue goes up, or the last scan is undone. */
export const step = fc.record({
  ...coming,
  act: fc.constantFrom(
    'live',
    'live',
    'answer lost',
    'in line',
    'in line',
    'offline',
    'offline',
    'upload',
    'undo',
  ),
  /** For how long somebody stands in line. */
  waited: fc.integer({ min: 0, max: 20_000 }),
  /** Whether whoever is one too many is let in with a reason. */
  hasReason: fc.boolean(),
  /** Whether it is done together with the next. */
  isAtOnce: fc.boolean(),
  /** How a queue is cut, and whether its answer is lost. */
  piece: fc.integer({ min: 1, max: 4 }),
  isLost: fc.boolean(),
})
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** How an event is held, at how many doors and by how many people. */
export const rules = fc.record({
  Reentry: fc.constantFrom('once' as const, 'free' as const, 'checkout' as const),
  hasSessions: fc.boolean(),
  Capacity: fc.option(fc.integer({ min: 1, max: 3 })),
  /** What the clock of each door is wrong by. */
  skews: fc.array(fc.integer({ min: -600_000, max: 600_000 }), { minLength: 1, maxLength: 6 }),
  people: fc.integer({ min: 1, max: 6 }),
  hoursOffline: fc.integer({ min: 0, max: 10 }),
})
export type Rules = typeof rules extends fc.Arbitrary<infer T> ? T : never

const still = {
  who: 0,
  Direction: 'In',
  session: 0,
  waited: 9000,
  hasReason: false,
  isAtOnce: false,
  piece: 4,
} as const
/** Chance alone finds this once in some hundred runs: a card is green at a door while it waits in line at another. */
export const greenWhileAnotherWaits: [Rules, Before[], Step[]] = [
  { Reentry: 'once', hasSessions: false, Capacity: null, skews: [0, 0], people: 1, hoursOffline: 0 },
  [],
  (
    [
      [0, 'in line'],
      [1, 'live'],
      [0, 'upload'],
    ] as const
  ).map(([at, act]) => ({ ...still, door: at, act, isLost: false })),
]
