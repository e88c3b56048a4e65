import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { people, type TestHub } from '#tests/hub.ts'

const businessId = 'harbourside'

/** Makes one member of two: the survivor, as they are. */
export async function mergeMembers(hub: TestHub, survivorId: string, otherId: string): Promise<void> {
  const read = async (memberId: string) =>
    (await hub.as(people.admin)(api.getMember, { params: { businessId, memberId } })).body.Results[0]!
  const [kept, gone] = [await read(survivorId), await read(otherId)]
  const { status, error } = await hub.as(people.admin)(api.mergeMembers, {
    params: { businessId, memberId: survivorId },
    body: {
      OtherId: otherId,
      Revision: kept.Revision,
      OtherRevision: gone.Revision,
      Fields: MemberFields.parse(kept),
    },
  })
  if (status !== 200) throw new Error(error.ErrorMessage)
}

/** Makes two of a member and the one who was merged into them last. */
export async function undoMerge(hub: TestHub, memberId: string) {
  const admin = hub.as(people.admin)
  const { body } = await admin(api.listMemberMerges, { params: { businessId, memberId } })
  const params = { businessId, memberId, mergeId: body.Results[0]!.MergeId }
  return admin(api.undoMemberMerge, { params })
}
