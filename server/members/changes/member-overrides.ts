import sql from 'sql-template-tag'
import { z } from 'zod'
import { MemberFields } from '#contract/members/member-fields.ts'
import {
  memberOverridesApi,
  overridable,
  type OverridableProperty,
} from '#contract/members/member-overrides.ts'
import type { Member } from '#contract/members/members.ts'
import type { Call } from '#platform/call'
import { parse } from '#platform/refusals'
import { lockMember, readMember } from '#server/members/record'
import { saveMember } from './member-changes.ts'
import { lockWanted } from './member-codes.ts'

/** The properties that can be overridden, in the words of the member page. */
export async function listOverridableProperties(): Promise<{ Results: OverridableProperty[] }> {
  const Results = Object.entries(overridable).map(([Key, property]) => ({
    Key,
    Label: property.label,
    Kind: property.kind,
    OptionList: 'list' in property ? property.list : null,
  }))
  return { Results }
}

/** Sets one property of a member, by the rules of the form, and keeps who did so. */
export async function overrideMemberProperty(
  call: Call<typeof memberOverridesApi.overrideMemberProperty>,
): Promise<Member> {
  const { db, who, params, body } = call
  const { Key } = body
  const property = parse(z.object({ [Key]: MemberFields.shape[Key] }), { [Key]: body.Value })
  await lockWanted(db, property)
  const before = await lockMember(db, who, params.memberId)
  await saveMember(call, memberOverridesApi.overrideMemberProperty.title, before, { ...before, ...property })
  await db.run(sql`
    insert into member_override (business_id, member_id, key, actor_name)
    values (${db.businessId}, ${before.id}, ${Key}, ${who.name})
    on conflict (business_id, member_id, key) do update set actor_name = excluded.actor_name, at = now()`)
  return readMember(db, who, before.id)
}
