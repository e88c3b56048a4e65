/** Whether the long forms are run: `npm run test:long`, or `npm run test:hostile` for the attacks. */
export const isLong = process.env.HUB_TEST_LONG !== undefined

/** All of it in the long form; in the short one, which `npm test` runs, what is enough to find a mistake by. */
export const inLong = <All, Few>(all: All, few: Few): All | Few => (isLong ? all : few)
