export { fewMembersSeenBy } from './few-seen.ts'
