import sql, { empty, type Sql } from 'sql-template-tag'
import type { RecipientState, SendingRecipient } from '#contract/messaging/mass-sending.ts'
import {
  type passInvitationsApi,
  passRunWords,
  type SkipReason,
  skipReasons,
} from '#contract/passes/pass-invitations.ts'
import { maskedContact } from '#contract/values/contacts/masked-contact.ts'
import { can, type Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries } from '#platform/database'
import { businessZone } from '#platform/days'
import { clockTime, csvDownload, stampedName } from '#platform/formats'
import { visibleTo } from '#server/members/record'
import { messagesIn, withMessage } from '#server/messaging/sent'
import { readRun } from './run-record.ts'

type Row = Omit<SendingRecipient, 'Reason'> & { reason: SkipReason | null; error: string | null }

/** What became of each whom a run has come to, in the order in which it did. */
export async function listPassInvitationRecipients(
  call: Call<typeof passInvitationsApi.listPassInvitationRecipients>,
) {
  const { db, who, params, query } = call
  await readRun(db, who, params.runId)
  if (isToCount(call)) return totalOfList(db, countable(call))
  const [after = ''] = afterKey(call, 'text') ?? []
  const rows = await recipientsOf(db, who, params.runId, { state: query.state, after, most: rowsToAsk(call) })
  return pageOf(call, rows, ({ MemberId }) => [MemberId])
}

/** How each message fares stands with the message: only what the run itself keeps is counted. */
function countable({
  db,
  params,
  query,
}: Call<typeof passInvitationsApi.listPassInvitationRecipients>): Sql | null {
  const { state } = query
  if (state !== undefined && state !== 'Skipped' && state !== 'Unreachable') return null
  return sql`pass_invitation_recipient r
    where r.business_id = ${db.businessId} and r.run_id = ${params.runId} ${isIn(db, state)}`
}

const batchSize = 2_000

/** The same as a file, all of them. */
export async function exportPassInvitationRecipients({
  db,
  who,
  params,
  query,
}: Call<typeof passInvitationsApi.exportPassInvitationRecipients>) {
  const { DisplayName } = await readRun(db, who, params.runId)
  async function* batches(): AsyncGenerator<SendingRecipient[]> {
    let after = ''
    for (;;) {
      const rows = await recipientsOf(db, who, params.runId, { state: query.state, after, most: batchSize })
      yield rows
      if (rows.length < batchSize) return
      after = rows.at(-1)!.MemberId
    }
  }
  const timeZone = await businessZone(db)
  return csvDownload<SendingRecipient>(
    stampedName(`${DisplayName}-invitations`, 'csv', timeZone),
    [
      ['Membership No', ({ MembershipNumber }) => MembershipNumber],
      ['Name', ({ Name }) => Name],
      ['State', ({ State }) => State],
      ['Reason', ({ Reason }) => Reason],
      ['By', ({ Channel }) => Channel],
      ['To', ({ To }) => To],
      [`Sent (${timeZone})`, ({ SentDate }) => SentDate && clockTime(SentDate, timeZone)],
    ],
    batches(),
  )
}

type Wanted = { readonly state: RecipientState | undefined; readonly after: string; readonly most: number }

async function recipientsOf(
  db: Queries,
  who: Who,
  runId: string,
  { state, after, most }: Wanted,
): Promise<SendingRecipient[]> {
  const rows = await db.rows<Row>(sql`
    select r.member_id as "MemberId", r.reason, o.last_error as error, o.channel as "Channel",
      nullif(o.recipient, '') as "To", r.at as "SeenDate", o.sent_at as "SentDate", m.membership_number as "MembershipNumber",
      case when m.deleted_at is null then nullif(concat_ws(' ', m.first_name, m.last_name), '') end as "Name",
      case r.outcome when 'Invited' then coalesce(o.state, 'Gone') else r.outcome end as "State"
    from pass_invitation_recipient r ${withMessage(db.businessId, sql`r.message_id`)}
    left join member m on m.business_id = r.business_id and m.member_id = r.member_id and ${readsNames(who)} ${visibleTo(who)}
    where r.business_id = ${db.businessId} and r.run_id = ${runId} and r.member_id > ${after} ${isIn(db, state)}
    order by r.member_id limit ${most}`)
  const mayRead = can(who, 'Member.ReadDetails')
  return rows.map(({ reason, error, ...row }) => ({
    ...row,
    To: row.To && maskedContact(row.To),
    Reason: reasonOf(row.State, reason, error, mayRead),
  }))
}

/** Who sends to many need not read members: those are told how many, and why, and of nobody's name. */
const readsNames = (who: Who) => can(who, 'Member.ReadDetails') || can(who, 'Member.Search')

function isIn(db: Queries, state: RecipientState | undefined): Sql {
  if (state === undefined) return empty
  if (state === 'Failed' || state === 'Queued')
    return sql`and r.message_id in (${messagesIn(db.businessId, state)})`
  if (state === 'Skipped' || state === 'Unreachable') return sql`and r.outcome = ${state}`
  return sql`and r.outcome = 'Invited' and coalesce(o.state, 'Gone') = ${state}`
}

/** What a carrier says may name the address: those learn it who may read members. */
function reasonOf(
  state: RecipientState,
  reason: SkipReason | null,
  error: string | null,
  mayRead: boolean,
): string | null {
  if (reason) return skipReasons[reason]
  if (state === 'Unreachable') return passRunWords.unreachable
  return error && (mayRead ? error : passRunWords.undelivered)
}
