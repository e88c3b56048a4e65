import type { addressesApi } from '#contract/business/addresses.ts'
import type { contactChangesApi } from '#contract/members/contact-changes.ts'
import type { possibleDuplicatesApi } from '#contract/members/duplicates/possible-duplicates.ts'
import type { memberCodesApi } from '#contract/members/member-codes.ts'
import type { memberHistoryApi } from '#contract/members/member-history.ts'
import type { memberImportsApi } from '#contract/members/member-imports.ts'
import type { memberMergesApi } from '#contract/members/member-merges.ts'
import type { memberNotesApi } from '#contract/members/member-notes.ts'
import type { memberOptionsApi } from '#contract/members/member-options.ts'
import type { memberOverridesApi } from '#contract/members/member-overrides.ts'
import type { memberPhotosApi } from '#contract/members/member-photos.ts'
import type { membersApi } from '#contract/members/members.ts'
import type { savedFiltersApi } from '#contract/members/saved-filters.ts'
import type { Handlers } from '#platform/call'
import type { Settings } from '#platform/settings'
import { addressServiceOf, transformAddress } from '#server/members/addresses'
import {
  createMember,
  deleteMember,
  restoreMember,
  updateMember,
  listMemberHistory,
  listOverridableProperties,
  overrideMemberProperty,
  listMemberOptions,
  listMemberVenues,
  getMemberPhoto,
  getMemberPhotoImage,
  removeMemberPhoto,
  setMemberPhoto,
} from '#server/members/changes'
import { listDoubledCodes } from '#server/members/codes'
import { type ContactUndoStep, describeContactChange, undoContactChange } from '#server/members/contacts'
import {
  checkMemberImport,
  exportRefusedRows,
  listMemberImportRows,
  runMemberImport,
  addMemberImportPart,
  cancelMemberImport,
  createMemberImport,
  getMemberImport,
  listMemberImports,
} from '#server/members/import'
import { exportMembers, deleteSavedFilter, listSavedFilters, saveFilter } from '#server/members/lists'
import {
  listMemberMerges,
  mergeMembers,
  previewMemberMerge,
  mergeHistory,
  mergeNotes,
  mergePhotos,
  type MergeStep,
  undoMemberMerge,
} from '#server/members/merge'
import { addMemberNote, deleteMemberNote, listMemberNotes, pinMemberNote } from '#server/members/notes'
import { getMember, getMemberContacts } from '#server/members/record'
import {
  createKnownSearches,
  countEligibleMembers,
  findMemberByCode,
  listMembers,
  listPossibleDuplicates,
} from '#server/members/search'

/** Members: found, seen and kept. */
export function memberRoutes(): Handlers<typeof membersApi> {
  const known = createKnownSearches()
  return {
    listMembers: (call) => listMembers(call, known),
    exportMembers: (call) => exportMembers(call, known),
    countEligibleMembers,
    getMember,
    getMemberContacts,
    createMember,
    updateMember,
    deleteMember,
    restoreMember,
  }
}

/** What a member's form offers. */
export const memberOptionRoutes: Handlers<typeof memberOptionsApi> = { listMemberVenues, listMemberOptions }

/** Addresses, from Google where there is a key for it. */
export function addressRoutes(settings: Settings): Handlers<typeof addressesApi> {
  const service = addressServiceOf(settings)
  return {
    suggestAddresses: async ({ query: { q } }) => ({
      Results: q === '' ? [] : await service.suggest(q),
      AreStreetsChecked: service.areStreetsChecked,
    }),
    transformAddress,
  }
}

/** Single properties of a member that are set without editing it. */
export const memberOverrideRoutes: Handlers<typeof memberOverridesApi> = {
  listOverridableProperties,
  overrideMemberProperty,
}

/** What can be scanned: whose it is, and what is several people's. */
export const memberCodeRoutes: Handlers<typeof memberCodesApi> = { findMemberByCode, listDoubledCodes }

/** Who may be a member already. */
export const possibleDuplicateRoutes: Handlers<typeof possibleDuplicatesApi> = { listPossibleDuplicates }

/** What was changed of a member. */
export const memberHistoryRoutes: Handlers<typeof memberHistoryApi> = { listMemberHistory }

/** The way back from a change of contact. The steps of other modules end what those have sent meanwhile. */
export function contactChangeRoutes(steps: readonly ContactUndoStep[]): Handlers<typeof contactChangesApi> {
  return { describeContactChange, undoContactChange: (call) => undoContactChange(call, steps) }
}

/** What staff write about a member. */
export const memberNoteRoutes: Handlers<typeof memberNotesApi> = {
  listMemberNotes,
  addMemberNote,
  pinMemberNote,
  deleteMemberNote,
}

/** What members look like. */
export const memberPhotoRoutes: Handlers<typeof memberPhotosApi> = {
  getMemberPhoto,
  getMemberPhotoImage,
  setMemberPhoto,
  removeMemberPhoto,
}

/** Filters that people gave a name. */
export const savedFilterRoutes: Handlers<typeof savedFiltersApi> = {
  listSavedFilters,
  saveFilter,
  deleteSavedFilter,
}

/** Two members who are one person. The steps of other modules move what those keep of members. */
export function memberMergeRoutes(steps: readonly MergeStep[]): Handlers<typeof memberMergesApi> {
  const all = [mergeNotes, mergePhotos, mergeHistory, ...steps]
  return {
    previewMemberMerge: (call) => previewMemberMerge(call, all),
    mergeMembers: (call) => mergeMembers(call, all),
    listMemberMerges,
    undoMemberMerge: (call) => undoMemberMerge(call, all),
  }
}

/** Members from files. */
export const memberImportRoutes: Handlers<typeof memberImportsApi> = {
  listMemberImports,
  createMemberImport,
  addMemberImportPart,
  getMemberImport,
  checkMemberImport,
  runMemberImport,
  cancelMemberImport,
  listMemberImportRows,
  exportRefusedRows,
}
