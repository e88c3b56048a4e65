export { listMemberMerges, mergeMembers, previewMemberMerge } from './member-merges.ts'
export {
  mergeHistory,
  mergeNotes,
  mergePhotos,
  type MergedPair,
  type MergePair,
  type MergeStep,
  rowsThatFollow,
} from './merge-steps.ts'
export { memberMergeSchedule, memberMergeTasks } from './merged-photos.ts'
export { undoMemberMerge } from './undo-merge.ts'
