import { z } from 'zod'
import { countedPage, countedPaging, endpoint, may } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'

const path = '/api/cherrypay/v1/{businessId}/members/{memberId}/notes'
const access = may('Member.ReadDetails')
const params = { noteId: z.string().regex(/^\d{1,18}$/, 'A note is named by its number.') }

/** What somebody wrote about a member, for colleagues. */
export const MemberNote = z.object({
  NoteId: z.string(),
  Text: z.string(),
  IsPinned: z.boolean(),
  ActorName: z.string(),
  At: z.iso.datetime(),
  /** True for one's own; Admins and super administrators may delete any. */
  CanDelete: z.boolean(),
})
export type MemberNote = z.infer<typeof MemberNote>

export const NewMemberNote = z.object({
  Text: z
    .string(needed('Write something.'))
    .trim()
    .min(1, 'Write something.')
    .max(2000, 'A note can have 2,000 characters at the most.'),
  IsPinned: z.boolean().default(false),
})

export const memberNotesApi = {
  /** Pinned ones first, then newest first. */
  listMemberNotes: endpoint({
    method: 'GET',
    path,
    title: 'Notes on a member',
    access,
    shows: ['memberNote'],
    query: z.object(countedPaging),
    output: countedPage(MemberNote),
  }),
  addMemberNote: endpoint({
    method: 'POST',
    path,
    title: 'Write a note on a member',
    access,
    changes: ['memberNote'],
    body: NewMemberNote,
    output: MemberNote,
  }),
  pinMemberNote: endpoint({
    method: 'PATCH',
    path: `${path}/{noteId}`,
    title: 'Pin or unpin a note on a member',
    access,
    changes: ['memberNote'],
    params,
    withoutRevision: 'A switch says outright which way it is to be.',
    body: z.object({ IsPinned: z.boolean() }),
    output: MemberNote,
  }),
  deleteMemberNote: endpoint({
    method: 'DELETE',
    path: `${path}/{noteId}`,
    title: 'Delete a note on a member',
    access,
    changes: ['memberNote'],
    params,
  }),
}
