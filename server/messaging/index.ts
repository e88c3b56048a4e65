export { deliveriesOf, type Delivery } from './deliveries.ts'
export { type MessageLane, queueEmail, queueMany, queueSms } from './outbox.ts'
export { openText } from './sealing.ts'
export { strangerMayCause } from './strangers.ts'
