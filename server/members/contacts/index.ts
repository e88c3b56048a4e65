export {
  contactForLink,
  contactForOrdered,
  contactOnFile,
  reachedElsewhere,
  reachMark,
} from './contact-on-file.ts'
export { type Contact, contactOf, settleContact } from './invitation-contact.ts'
export { contactChangeSchedule, contactChangeTasks, startTellingContacts } from './tell-contact-changes.ts'
export { tellOfAnotherDevice } from './tell-of-another-device.ts'
export { type ContactUndoStep, describeContactChange, undoContactChange } from './undo-contact-change.ts'
