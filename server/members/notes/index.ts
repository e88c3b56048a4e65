export { addMemberNote, deleteMemberNote, listMemberNotes, pinMemberNote } from './member-notes.ts'
