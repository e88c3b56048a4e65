export { fetchInTime, GivenUp, inTime, patienceMs } from './in-time.ts'
