export { fetchInTime, inTime, patienceMs } from './in-time.ts'
