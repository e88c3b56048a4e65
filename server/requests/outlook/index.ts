export { getMemberOutlook } from './outlook.ts'
