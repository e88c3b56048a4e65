import type { addressesApi } from '#contract/addresses.ts'
import type { contactChangesApi } from '#contract/contact-changes.ts'
import type { memberHistoryApi } from '#contract/member-history.ts'
import type { memberImportsApi } from '#contract/member-imports.ts'
import type { memberMergesApi } from '#contract/member-merges.ts'
import type { memberNotesApi } from '#contract/member-notes.ts'
import type { memberOptionsApi } from '#contract/member-options.ts'
import type { memberOverridesApi } from '#contract/member-overrides.ts'
import type { membersApi } from '#contract/members.ts'
import type { savedFiltersApi } from '#contract/saved-filters.ts'
import type { Handlers } from '#platform/call.ts'
import type { Settings } from '#platform/settings.ts'
import { addressServiceOf } from './address-service-of.ts'
import { transformAddress } from './addresses.ts'
import { createKnownSearches } from './known-searches.ts'
import { createMember, deleteMember, restoreMember, updateMember } from './member-changes.ts'
import { exportMembers } from './member-export.ts'
import { checkMemberImport } from './import-check.ts'
import { exportRefusedRows, listMemberImportRows } from './import-rows.ts'
import { runMemberImport } from './import-run.ts'
import {
  addMemberImportPart,
  cancelMemberImport,
  createMemberImport,
  getMemberImport,
  listMemberImports,
} from './imports.ts'
import { listMemberHistory } from './member-history.ts'
import { listMemberMerges, mergeMembers, previewMemberMerge } from './member-merges.ts'
import { addMemberNote, deleteMemberNote, listMemberNotes, pinMemberNote } from './member-notes.ts'
import { listOverridableProperties, overrideMemberProperty } from './member-overrides.ts'
import { countEligibleMembers, getMember, listMembers } from './members.ts'
import { mergeHistory, mergeNotes, type MergeStep } from './merge-steps.ts'
import { listMemberOptions, listMemberVenues } from './options.ts'
import { deleteSavedFilter, listSavedFilters, saveFilter } from './saved-filters.ts'
import { type ContactUndoStep, describeContactChange, undoContactChange } from './undo-contact-change.ts'
import { undoMemberMerge } from './undo-merge.ts'

/** Members: found, seen and kept. */
export function memberRoutes(): Handlers<typeof membersApi> {
  const known = createKnownSearches()
  return {
    listMembers: (call) => listMembers(call, known),
    exportMembers: (call) => exportMembers(call, known),
    countEligibleMembers,
    getMember,
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
    suggestAddresses: async ({ query }) => ({ Results: await service.suggest(query.q) }),
    transformAddress,
  }
}

/** Single properties of a member that are set without editing it. */
export const memberOverrideRoutes: Handlers<typeof memberOverridesApi> = {
  listOverridableProperties,
  overrideMemberProperty,
}

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

/** Filters that people gave a name. */
export const savedFilterRoutes: Handlers<typeof savedFiltersApi> = {
  listSavedFilters,
  saveFilter,
  deleteSavedFilter,
}

/** Two members who are one person. The steps of other modules move what those keep of members. */
export function memberMergeRoutes(steps: readonly MergeStep[]): Handlers<typeof memberMergesApi> {
  const all = [mergeNotes, mergeHistory, ...steps]
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
