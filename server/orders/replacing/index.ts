export { replaceCard } from './replace-card.ts'
