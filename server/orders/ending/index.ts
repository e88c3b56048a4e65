export { archiveCardOrder, cancelCardOrder, putAway } from './end-order.ts'
