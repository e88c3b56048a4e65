export { answerSponsorship, describeSponsorship } from './answer.ts'
export { askAgain, askSponsors, nameSponsors, sponsorsOf } from './sponsors.ts'
