/** Imported first by a server whose machine has a clock that is wrong, by TEST_CLOCK_AHEAD_MS. */
const ahead = Number(process.env.TEST_CLOCK_AHEAD_MS)
const RightDate = Date

globalThis.Date = new Proxy(RightDate, {
  construct: (target, given: unknown[], self) =>
    Reflect.construct(target, given.length === 0 ? [RightDate.now() + ahead] : given, self) as Date,
  get: (target, name, self) =>
    name === 'now' ? () => RightDate.now() + ahead : (Reflect.get(target, name, self) as unknown),
})
