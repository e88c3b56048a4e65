export { parse } from './parse.ts'
export { busy, conflict, forbidden, invalid, notFound, notSignedIn, Refusal } from './refusal.ts'
