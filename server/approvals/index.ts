export { countApprovals } from './requests.ts'
