export { closestIssues } from './closest-issues.ts'
export { inputSentence } from './input-words.ts'
export { busy, conflict, forbidden, invalid, notFound, notSignedIn, Refusal } from './refusal.ts'
export { requireStorable } from './storable.ts'
