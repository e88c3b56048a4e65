export {
  addMember,
  createMember,
  deleteMember,
  requireVenue,
  restoreMember,
  saveMember,
  type Saving,
  updateMember,
  writeFields,
} from './member-changes.ts'
export { lockWanted, requireFreeCodes, requireOwnCodes } from './member-codes.ts'
export { listMemberHistory, recordChange } from './member-history.ts'
export {
  getMemberPhoto,
  getMemberPhotoImage,
  readPhotoImage,
  removeMemberPhoto,
  setMemberPhoto,
} from './member-photos.ts'
export { listOverridableProperties, overrideMemberProperty } from './member-overrides.ts'
export { listMemberOptions, listMemberVenues, requireOffered } from './options.ts'
