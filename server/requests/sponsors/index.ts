export { answerSponsorship, describeSponsorship } from './answer.ts'
export { askSponsors, nameSponsors, sponsorsOf } from './sponsors.ts'
