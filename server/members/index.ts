export { hasCode } from './member-codes.ts'
export { filterCondition } from './filter-condition.ts'
export { withDescriptions } from './member-record.ts'
export { addressServiceOf } from './address-service-of.ts'
export { addressOf } from './addresses.ts'
export { contactForLink, contactForOrdered, contactOnFile, stillOnFile } from './contact-on-file.ts'
export { tellOfAnotherDevice } from './tell-of-another-device.ts'
export { contactChangeSchedule, contactChangeTasks } from './tell-contact-changes.ts'
export { type Contact, contactOf, settleContact } from './invitation-contact.ts'
export { addMember, saveMember, type Saving } from './member-changes.ts'
export { lockMember, readMember, readMembers } from './members.ts'
export { readableMember, readsContacts } from './readable-member.ts'
export { proposeNumber } from './membership-number.ts'
export { possibleDuplicates } from './possible-duplicates.ts'
export { memberImportSchedule, memberImportTasks } from './import-tasks.ts'
export { currentMemberId } from './merged.ts'
export { type MergeStep, rowsThatFollow } from './merge-steps.ts'
export {
  addressRoutes,
  contactChangeRoutes,
  memberHistoryRoutes,
  memberImportRoutes,
  memberMergeRoutes,
  memberNoteRoutes,
  memberOptionRoutes,
  memberOverrideRoutes,
  memberRoutes,
  savedFilterRoutes,
} from './routes.ts'
export type { ContactUndoStep } from './undo-contact-change.ts'
export { visibleTo } from './visible.ts'
export { wantedCondition } from './wanted.ts'
