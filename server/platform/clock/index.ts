export { type Clock, clockIsOff, databaseNow, rightNow, rightNowMs, watchClock } from './clock.ts'
