export { seedRequests } from './requests.ts'
