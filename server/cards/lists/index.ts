export { listCards, listMemberCards } from './card-list.ts'
