import { z } from 'zod'
import { mayMergeMembers } from '#contract/access/shared-reads.ts'
import { endpoint, may } from '#contract/endpoint.ts'
import { NewMemberFields } from './member-fields.ts'
import { done, Member } from './members.ts'

const path = '/api/cherrypay/v1/{businessId}/hub-membership/members/{memberId}'

/** For so long a merge can be undone. */
export const daysToUndoMerge = 30

/** Two members who were one person: what was the other's is the survivor's, who goes on. */
export const MemberMerge = z.object({
  MergeId: z.string(),
  SurvivorId: z.string(),
  SurvivorName: z.string(),
  OtherId: z.string(),
  OtherName: z.string(),
  At: z.iso.datetime(),
  ActorName: z.string(),
  UndoneAt: z.iso.datetime().nullable(),
  UndoneBy: z.string().nullable(),
  CanUndo: z.boolean(),
  CanUndoUntil: z.iso.datetime(),
})
export type MemberMerge = z.infer<typeof MemberMerge>

export const memberMergesApi = {
  /** Both members, and what would follow. */
  previewMemberMerge: endpoint({
    method: 'GET',
    path: `${path}/merge`,
    title: 'Two members side by side',
    access: mayMergeMembers,
    shows: ['member'],
    query: z.object({ with: z.string().min(1) }),
    output: z.object({
      Survivor: Member,
      Other: Member,
      Follows: z.array(z.object({ Label: z.string(), Count: z.number().int() })),
    }),
  }),
  mergeMembers: endpoint({
    method: 'POST',
    path: `${path}/merge`,
    title: 'Merge two members',
    access: mayMergeMembers,
    changes: ['member', 'memberNote', 'points', 'card', 'order', 'pass', 'request', 'reminder', 'attendance'],
    body: z.object({
      OtherId: z.string().min(1),
      /** The revisions that the choice was made from. */
      Revision: z.number().int(),
      OtherRevision: z.number().int(),
      /** What the survivor is to be. */
      Fields: NewMemberFields,
    }),
    output: done(Member),
  }),
  /** The merges of a member, as the survivor or as the other, newest first. */
  listMemberMerges: endpoint({
    method: 'GET',
    path: `${path}/merges`,
    title: 'Merges of a member',
    access: may('Member.ReadDetails'),
    shows: ['member'],
    output: z.object({ Results: z.array(MemberMerge) }),
  }),
  undoMemberMerge: endpoint({
    method: 'POST',
    path: `${path}/merges/{mergeId}/undo`,
    title: 'Undo a merge of members',
    access: mayMergeMembers,
    changes: ['member', 'memberNote', 'points', 'card', 'order', 'pass', 'request', 'reminder', 'attendance'],
    output: done(Member),
  }),
}
