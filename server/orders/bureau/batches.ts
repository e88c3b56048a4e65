import sql, { empty } from 'sql-template-tag'
import { mostCounted } from '#contract/endpoint.ts'
import type { CardOrderBatch, cardOrderFulfilmentApi } from '#contract/orders/card-order-fulfilment.ts'
import type { PostalAddress } from '#contract/orders/card-orders.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries } from '#platform/database'
import { csvDownload, type CsvColumn } from '#platform/formats'
import { conflict, notFound } from '#platform/refusals'
import { recordOrderChange } from '#server/orders/record'

const selectBatches = sql`
  select b.batch_number as "BatchNumber", b.order_count as "OrderCount", b.created_by_name as "CreatedByUser",
    b.created_at as "CreatedDate",
    (select count(*) from card_order o where o.business_id = b.business_id and o.batch_number = b.batch_number
      and o.status = 'Ordered') as "OpenCount"
  from card_order_batch b`

/** What went to the bureau, newest first. */
export async function listCardOrderBatches(call: Call<typeof cardOrderFulfilmentApi.listCardOrderBatches>) {
  const { db } = call
  if (isToCount(call)) return totalOfList(db, sql`card_order_batch where business_id = ${db.businessId}`)
  const after = afterKey(call, 'integer')
  const rows = await db.rows<CardOrderBatch>(sql`
    ${selectBatches}
    where b.business_id = ${db.businessId} ${after ? sql`and b.batch_number < ${after[0]}` : empty}
    order by b.batch_number desc limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (row) => [row.BatchNumber])
}

/** How many orders wait for a batch, counted so far and no further. */
export function countOrdersToExport({ db }: Call<typeof cardOrderFulfilmentApi.countOrdersToExport>) {
  return db.one<{ Count: number }>(sql`
    select count(*) as "Count" from (
      select from card_order where business_id = ${db.businessId} and status = 'Ordered' and batch_number is null
      limit ${mostCounted + 1}) counted`)
}

// What one file holds; the rest goes with the next.
const mostOrders = 5_000

/** Puts the orders that wait into a batch. An order is in one batch at the most, whoever exports at the same time. */
export async function createCardOrderBatch(
  call: Call<typeof cardOrderFulfilmentApi.createCardOrderBatch>,
): Promise<CardOrderBatch> {
  const { db, who } = call
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`card-order-batch ${db.businessId}`}, 0))`)
  const orders = await db.rows<{ id: string }>(sql`
    select order_id as id from card_order
    where business_id = ${db.businessId} and status = 'Ordered' and batch_number is null
    order by created_at, order_id limit ${mostOrders} for no key update`)
  if (orders.length === 0) throw conflict('nothing_to_export', 'No order waits to be exported.')
  const { number } = await db.one<{ number: number }>(sql`
    insert into card_order_batch (business_id, batch_number, order_count, created_by_id, created_by_name)
    select ${db.businessId}, coalesce(max(batch_number), 0) + 1, ${orders.length}::integer, ${who.uid}, ${who.name}
    from card_order_batch where business_id = ${db.businessId}
    returning batch_number as number`)
  const ids = orders.map(({ id }) => id)
  await db.run(sql`
    update card_order set batch_number = ${number} where business_id = ${db.businessId} and order_id = any(${ids})`)
  await recordOrderChange(db, who, ids, `Sent to the bureau in batch ${number}`)
  call.audit({
    record: { kind: 'Batch of card orders', id: String(number), name: `Batch ${number}` },
    after: { Orders: orders.length },
  })
  return readBatch(db, number)
}

async function readBatch(db: Queries, number: number): Promise<CardOrderBatch> {
  const batch = await db.maybe<CardOrderBatch>(sql`
    ${selectBatches} where b.business_id = ${db.businessId} and b.batch_number = ${number}`)
  if (!batch) throw notFound('The batch')
  return batch
}

type BureauRow = {
  batchNumber: number
  orderId: string
  program: string
  cardNumber: string
  firstName: string
  lastName: string
  membershipNumber: string | null
  address: PostalAddress
}

const columns: readonly CsvColumn<BureauRow>[] = [
  ['Batch', (row) => row.batchNumber],
  ['Order ID', (row) => row.orderId],
  ['Program', (row) => row.program],
  ['Card Number', (row) => row.cardNumber],
  ['First Name', (row) => row.firstName],
  ['Last Name', (row) => row.lastName],
  ['Membership Number', (row) => row.membershipNumber],
  ['Address Line 1', (row) => row.address.AddressLine1],
  ['Address Line 2', (row) => row.address.AddressLine2],
  ['Address Line 3', (row) => row.address.AddressLine3],
  ['Suburb', (row) => row.address.Suburb],
  ['State', (row) => row.address.State],
  ['Post Code', (row) => row.address.PostCode],
  ['Country', (row) => row.address.Country],
]

/** A batch as the bureau's CSV file: the same however often it is asked for. */
export async function exportCardOrderBatch({
  db,
  params,
}: Call<typeof cardOrderFulfilmentApi.exportCardOrderBatch>) {
  const { BatchNumber } = await readBatch(db, params.batchNumber)
  return csvDownload(
    `card-orders-${db.businessId}-batch-${BatchNumber}.csv`,
    columns,
    rowsOf(db, BatchNumber),
  )
}

async function* rowsOf(db: Queries, batchNumber: number): AsyncGenerator<BureauRow[]> {
  yield await db.rows<BureauRow>(sql`
    select o.batch_number as "batchNumber", o.order_id as "orderId", p.description as program,
      o.card_number as "cardNumber", o.first_name as "firstName", o.last_name as "lastName",
      o.membership_number as "membershipNumber", o.postal_address as address
    from card_order o
    join card_program p on p.business_id = o.business_id and p.card_program_id = o.card_program_id
    where o.business_id = ${db.businessId} and o.batch_number = ${batchNumber}
    order by o.created_at, o.order_id`)
}
