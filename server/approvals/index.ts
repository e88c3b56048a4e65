export { countApprovals, approvalsSeenBy } from './requests.ts'
