export { listMemberMerges, mergeMembers, previewMemberMerge } from './member-merges.ts'
export { mergeHistory, mergeNotes, type MergeStep, rowsThatFollow } from './merge-steps.ts'
export { undoMemberMerge } from './undo-merge.ts'
