export { cardsFor, cardsOfFew } from './few-cards.ts'
