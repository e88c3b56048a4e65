export {
  type MessageLane,
  queueEmail,
  queueMany,
  queueSms,
  type SendPayload,
  sendTaskOf,
  sendTasks,
} from './outbox.ts'
export { type Addressed, type Kept, openText, sealedMessages } from './sealing.ts'
export { styledLetter } from './styled-letter.ts'
export { strangerMayCause } from './strangers.ts'
