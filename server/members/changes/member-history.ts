import sql, { empty } from 'sql-template-tag'
import type { Endpoint } from '#contract/endpoint.ts'
import type { MemberChange, memberHistoryApi } from '#contract/members/member-history.ts'
import type { Member } from '#contract/members/members.ts'
import { can } from '#platform/access'
import { type Call, type Change, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { namingOptions } from '#server/business/options'
import { type Difference, idsMergedInto, readMember } from '#server/members/record'

/** What was changed of a member, newest first. */
export async function listMemberHistory(call: Call<typeof memberHistoryApi.listMemberHistory>) {
  const { db, who, params } = call
  const { id } = await readMember(db, who, params.memberId, { isDeletedToo: can(who, 'Member.Delete') })
  const ofMember = sql`member_change
    where business_id = ${db.businessId} and member_id = any(${idsMergedInto(db.businessId, id)})`
  if (isToCount(call)) return totalOfList(db, ofMember)
  const after = afterKey(call, 'integer')
  const rows = await db.rows<MemberChange>(sql`
    select id::text as "ChangeId", at as "At", actor_name as "ActorName", title as "Title",
      before as "Before", after as "After"
    from ${ofMember}
      ${after ? sql`and id < ${after[0]}` : empty}
    order by id desc limit ${rowsToAsk(call)}`)
  const named = await namingOptions(db)
  const changes = rows.map((row) => ({ ...row, Before: named(row.Before), After: named(row.After) }))
  return pageOf(call, changes, (row) => [row.ChangeId])
}

/** What stood for the member before, and stands for them now. */
export type Revision = NonNullable<Change['revision']>

type Recorder = Pick<Call<Endpoint<'POST'>>, 'db' | 'who' | 'audit'>

/** Writes a change into the member's history and the business's audit trail. A change without `before` made the member. */
export async function recordChange(
  { db, who, audit }: Recorder,
  title: string,
  { id, FirstName, LastName }: Pick<Member, 'id' | 'FirstName' | 'LastName'>,
  { before, after, revision }: Partial<Difference> & { revision?: Revision },
): Promise<void> {
  await db.run(sql`
    insert into member_change (business_id, member_id, actor_id, actor_name, title, before, after)
    values (${db.businessId}, ${id}, ${who.uid}, ${who.name}, ${title}, ${before}::jsonb, ${after}::jsonb)`)
  audit({
    record: { kind: 'Member', id, name: `${FirstName} ${LastName}` },
    ...(before && { before }),
    ...(after && { after }),
    ...(revision !== undefined && { revision }),
  })
}
