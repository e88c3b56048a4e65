export { countFailedMessages } from './failed-messages.ts'
export { deliveriesOf, type Delivery, messagesIn, waitingAmong, withMessage } from './deliveries.ts'
export { getMessage, listOutbox, messagesOf, resendMessage } from './messages.ts'
