import sql, { empty, type Sql } from 'sql-template-tag'
import {
  goneSecret,
  isWaitingAlready,
  OutboxChannel,
  outboxStates,
  secretIsGone,
  textIsGone,
  type OutboxMessage,
  type outboxApi,
  whyNotResend,
} from '#contract/messaging/outbox.ts'
import { isOpenBusiness, type Who } from '#platform/access'
import { type Act, type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { noTenant, type Queries, likePattern, type Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { conflict, notFound } from '#platform/refusals'
import { findByWords, firstOfParts, type SearchedList } from '#platform/search'
import type { Vault } from '#platform/secrets'
import { type Addressed, type Kept, openText, type SendPayload, sendTaskOf } from '#server/messaging'

/** The messages of all businesses, newest first, but for those where the caller has to say first why they enter. */
export async function listOutbox(call: Call<typeof outboxApi.listOutbox>) {
  // Words are looked for in every message, and few may have gone by one way.
  const { q, channel } = call.query
  if (isToCount(call))
    return totalOfList(call.db, q || channel ? null : sql`${messages} where ${wanted(call, call.query)}`)
  const [before] = afterKey(call, 'integer') ?? []
  const rows = await messagesOf(call, { ...call.query, before, most: rowsToAsk(call) })
  return pageOf(call, rows, (row) => [row.MessageId])
}

/** Whether what it opened is no longer in it. */
const isSpent = sql`coalesce(m.secret = '' and m.sealed is null, false)`

const withBusiness = sql`left join business b on b.business_id = m.business_id`
const messages = sql`outbox_message m ${withBusiness}`

type Filters = Partial<Call<typeof outboxApi.listOutbox>['query']> & {
  readonly before?: string | number | undefined
}

/** The newest of them, or of those before another. */
export function messagesOf(
  reader: Reader,
  { most, q, ...filters }: Filters & { readonly most: number },
): Promise<OutboxMessage[]> {
  const list = { ...searched, filter: sql`and ${wanted(reader, filters)}` }
  const page = { columns: messageColumns, after: empty, order: sql`m.id desc`, limit: most }
  const parts = q ? [] : partsOf(reader, filters)
  const table = parts.length > 0 ? sql`(${firstOfParts(parts, page.order, most)})` : list.table
  return findByWords(reader.db, q, { ...list, table }, page)
}

/** Of one way, and of one business, the messages in each state: an index has these in their order. */
function partsOf(reader: Pick<Reader, 'who'>, filters: Filters): Sql[] {
  const { state, channel, forBusiness } = filters
  if (!channel && !forBusiness) return []
  const channels = channel ? [channel] : OutboxChannel.options
  const states = state ? [state] : outboxStates
  return channels.flatMap((way) =>
    states.map(
      (each) => sql`
        select m.* from ${messages} where m.channel = ${way} and m.state = ${each} and ${wanted(reader, filters)}`,
    ),
  )
}

const searched: Omit<SearchedList, 'filter'> = {
  isPhrase: true,
  table: sql`outbox_message`,
  row: sql`m`,
  id: sql`id`,
  base: sql`true`,
  joins: withBusiness,
  has: (
    phrase,
  ) => sql`(lower(m.recipient) like ${likePattern(phrase)} or lower(m.subject) like ${likePattern(phrase)}
    or lower(m.kind) like ${likePattern(phrase)})`,
  within: ({ meets }) => [sql`select x.id from message_search x where ${meets(sql`x.words`)}`],
}

function wanted({ who }: Pick<Reader, 'who'>, { state, channel, forBusiness, before }: Filters): Sql {
  return sql`${isOpenBusiness(who.sessionId)}
      ${state ? sql`and m.state = ${state}` : empty}
      ${channel ? sql`and m.channel = ${channel}` : empty}
      ${forBusiness ? sql`and m.business_id = ${forBusiness}` : empty}
      ${before === undefined ? empty : sql`and m.id < ${before}`}`
}

type Reader = { readonly db: Queries; readonly who: Who }

/** One message, whatever business it is of. One that nothing can send is there in full, to be passed on by hand. */
export async function getMessage(
  { db, who, params }: Reader & Pick<Call<typeof outboxApi.getMessage>, 'params'>,
  vault: Vault | null,
): Promise<OutboxMessage> {
  const message = await messageOf(db, who, params.messageId)
  if (message.State !== 'Kept') return message
  const row = await db.one<Addressed & Kept>(sql`
    select business_id as "businessId", channel, recipient, body, secret, sealed
    from outbox_message where id = ${params.messageId}`)
  return { ...message, Body: openText(vault, row, row) ?? message.Body }
}

/**
 * Puts a message that is not on its way back into the queue, in its own business: also one that waits for a job that was
 * lost, or whose next try is far away.
 */
export async function resendMessage(call: Act<typeof outboxApi.resendMessage>) {
  const { db, who, params } = call
  const message = await messageOf(db, who, params.messageId)
  const reason = whyNotResend(message)
  if (reason) throw conflict(codeOf(message), reason)
  const { MessageId, Recipient, State, BusinessId } = message
  const businessId = BusinessId ?? noTenant
  await db.asTenant(businessId, async (tx) => {
    // Of two at once the second waits here, and then finds it on its way.
    if (await isOnItsWay(tx, MessageId)) throw conflict('message_queued', isWaitingAlready)
    await tx.run(sql`
      update outbox_message set state = 'Queued', last_error = null, sent_at = null
      where business_id = ${businessId} and id = ${MessageId}`)
    await tx.run(sql`select forget_jobs_of_message(${businessId}, ${MessageId})`)
    await startJob(tx, sendTaskOf('soon'), { businessId, id: Number(MessageId) } satisfies SendPayload)
  })
  call.audit({
    record: { kind: 'Message', id: MessageId, name: Recipient },
    before: { State },
    after: { State: 'Queued' },
    businessId,
  })
  return messageOf(db, who, MessageId)
}

function codeOf({ State, TextIsGone }: OutboxMessage): string {
  if (TextIsGone) return 'text_is_gone'
  return State === 'Queued' ? 'message_queued' : 'secret_is_gone'
}

async function isOnItsWay(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.maybe<{ state: OutboxMessage['State']; isGone: boolean; isSpent: boolean }>(sql`
    select state, text_removed_at is not null as "isGone", ${isSpent} as "isSpent" from outbox_message m
    where business_id = ${tx.businessId} and id = ${id} for update`)
  if (!row) throw notFound('The message')
  // It has fallen away since it was looked at, or was sent.
  if (row.isGone) throw conflict('text_is_gone', textIsGone)
  if (row.isSpent) throw conflict('secret_is_gone', secretIsGone)
  const { state } = row
  if (state !== 'Queued') return false
  const { isComing } = await tx.one<{ isComing: boolean }>(
    sql`select message_is_on_its_way(${tx.businessId}, ${id}) as "isComing"`,
  )
  return isComing
}

async function messageOf(db: Queries, { sessionId }: Who, id: string): Promise<OutboxMessage> {
  const message = await db.maybe<OutboxMessage>(sql`
    select ${messageColumns} from ${messages} where m.id = ${id} and ${isOpenBusiness(sessionId)}`)
  if (!message) throw notFound('The message')
  return message
}

const messageColumns = sql`
  m.id::text as "MessageId", nullif(m.business_id, ${noTenant}) as "BusinessId",
  b.display_name as "BusinessName", m.channel as "Channel", m.kind as "Kind", m.recipient as "Recipient",
  m.subject as "Subject",
  case when m.secret <> '' then replace(m.body, m.secret, ${goneSecret}) else m.body end as "Body", m.state as "State", m.tries as "Tries",
  m.last_error as "LastError", m.created_at as "CreatedDate", m.sent_at as "SentDate",
  ${isSpent} as "SecretIsGone",
  m.text_removed_at is not null as "TextIsGone"`
