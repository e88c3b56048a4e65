export { countApprovals, seenBy } from './requests.ts'
