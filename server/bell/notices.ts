import sql, { empty } from 'sql-template-tag'
import { readRequests } from '#contract/access/shared-reads.ts'
import type { bellApi, Notice } from '#contract/bell/bell.ts'
import { maskedContact } from '#contract/values/contacts/masked-contact.ts'
import { mayCall, type Who } from '#platform/access'
import { bellChannel, bellSubject } from '#platform/bell'
import { afterKey, type Call, pageOf, rowsToAsk } from '#platform/call'
import { notFound } from '#platform/refusals'
import { approvalsSeenBy } from '#server/approvals'
import { readsContacts } from '#server/members/record'
import { sessionVisibleTo } from '#server/requests/sessions'

/**
 * What happened for the caller, newest first. Whom it is about, and where a message went, is read where it is kept: what is gone there,
 * or no longer theirs to read, isn't told any more.
 */
export async function listNotices(call: Call<typeof bellApi.listNotices>) {
  const { db, who } = call
  const after = afterKey(call, 'time', 'text')
  const rows = await db.rows<Notice>(sql`
    select n.notice_id as "NoticeId", n.kind as "Kind", n.subject_id as "SubjectId", n.at as "Date",
      n.read_at is not null as "IsRead",
      n.told || jsonb_strip_nulls(jsonb_build_object('About', a.about, 'Recipient', nullif(m.recipient, ''),
        'Name', coalesce(n.told ->> 'Name', s.display_name))) as "Values"
    from user_notice n
    left join lateral (
      select a.about from approval_request a
      left join member m on m.business_id = a.business_id and m.member_id = a.member_id
      where a.business_id = n.business_id and a.approval_id = n.subject_id ${approvalsSeenBy(who)}
    ) a on n.kind in ('ApprovalAsked', 'ApprovalDecided')
    -- Its number beforehand: row-level security keeps what is made of a text from the index.
    left join lateral (
      select case when n.kind = 'DeliveryFailed' then n.subject_id::bigint end as id offset 0) failed on true
    left join outbox_message m on m.business_id = n.business_id and m.id = failed.id
    left join request_session s on s.business_id = n.business_id and s.session_id = n.subject_id
      and n.kind = 'RequestAssigned' and s.deleted_at is null and ${mayCall(who, readRequests, [])} ${sessionVisibleTo(who)}
    where n.business_id = ${db.businessId} and n.uid = ${who.uid}
      ${after ? sql`and (n.at, n.notice_id) < (${after[0]}, ${after[1]})` : empty}
    order by n.at desc, n.notice_id desc limit ${rowsToAsk(call)}`)
  return pageOf(call, rows.map(recipientFor(who)), (row) => [row.Date, row.NoticeId])
}

/** Who doesn't read where members are reached recognises what they know already. */
function recipientFor(who: Who): (notice: Notice) => Notice {
  return (notice) => {
    const { Recipient } = notice.Values
    if (typeof Recipient !== 'string' || readsContacts(who)) return notice
    return { ...notice, Values: { ...notice.Values, Recipient: maskedContact(Recipient) } }
  }
}

type Reading = Call<typeof bellApi.readNotice> | Call<typeof bellApi.readNotices>

/** Marks one of the caller's own as read; one that is read already stays so. */
export async function readNotice(call: Call<typeof bellApi.readNotice>): Promise<undefined> {
  const { db, who, params } = call
  const found = await db.run(sql`
    update user_notice set read_at = coalesce(read_at, now())
    where business_id = ${db.businessId} and uid = ${who.uid} and notice_id = ${params.noticeId}`)
  if (found === 0) throw notFound('The notification')
  await tellOtherTabs(call)
}

/** Marks all of the caller's own as read that had happened by the moment. */
export async function readNotices(call: Call<typeof bellApi.readNotices>): Promise<undefined> {
  const { db, who, body } = call
  const read = await db.run(sql`
    update user_notice set read_at = now()
    where business_id = ${db.businessId} and uid = ${who.uid} and at <= ${body.UpTo} and read_at is null`)
  if (read > 0) await tellOtherTabs(call)
}

async function tellOtherTabs({ db, who }: Reading): Promise<void> {
  await db.rows(sql`select pg_notify(${bellChannel}, ${bellSubject(db.businessId, who.uid)})`)
}
