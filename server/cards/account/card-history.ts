import sql, { empty, type Sql } from 'sql-template-tag'
import type { CardChange, cardsApi } from '#contract/cards/cards.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Transaction } from '#platform/database'
import type { Actor } from '#server/ledger'
import { readCard } from './card-record.ts'

/** Writes into a card's history what happened to it. */
export async function recordCardChange(
  tx: Transaction,
  actor: Actor,
  cardId: string,
  title: string,
  note: string | null = null,
): Promise<void> {
  await tx.run(sql`
    insert into card_change (business_id, card_id, actor_id, actor_name, title, note)
    values (${tx.businessId}, ${cardId}, ${actor.uid}, ${actor.name}, ${title}, ${note})`)
}

/** What happened to a card, newest first. */
export async function listCardHistory(call: Call<typeof cardsApi.listCardHistory>) {
  const { CardId } = await readCard(call.db, call.who, call.params.cardId)
  return pageOfChanges(call, sql`card_change`, sql`card_id = ${CardId}`)
}

type ListCall = Pick<Call<typeof cardsApi.listCardHistory>, 'db' | 'query' | 'endpoint' | 'origin'>

/** A page of a table of changes, newest first: of those that are of one card, order … */
export async function pageOfChanges(call: ListCall, table: Sql, ofOne: Sql) {
  const { db } = call
  const changes = sql`${table} where business_id = ${db.businessId} and ${ofOne}`
  if (isToCount(call)) return totalOfList(db, changes)
  const after = afterKey(call, 'integer')
  const rows = await db.rows<CardChange>(sql`
    select id::text as "ChangeId", at as "At", actor_name as "ActorName", title as "Title", note as "Note"
    from ${changes} ${after ? sql`and id < ${after[0]}` : empty}
    order by id desc limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (row) => [row.ChangeId])
}
