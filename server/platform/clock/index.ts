export { type Clock, clockIsOff, rightNow, rightNowMs, watchClock } from './clock.ts'
