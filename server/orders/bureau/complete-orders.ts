import sql from 'sql-template-tag'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  type cardOrderFulfilmentApi,
  Completion,
  type CompletionRow,
  type OrderCompletion,
} from '#contract/orders/card-order-fulfilment.ts'
import type { CardOrder } from '#contract/orders/card-orders.ts'
import { inSentences } from '#contract/words/in-sentences.ts'
import type { Call } from '#platform/call'
import { conflict } from '#platform/refusals'
import { fillPlasticCard, openPlasticCard } from '#server/cards/issuing'
import { carryOver, lockFormer, takePlace } from '#server/cards/replacing'
import { contactForOrdered } from '#server/members/contacts'
import {
  recordOrderChange,
  auditOrder,
  lockOrders,
  lockOrderTo,
  type Order,
  readOrder,
} from '#server/orders/record'
import { checkCompletions } from './completion-checks.ts'
import { readCompletionFile } from './completion-file.ts'

/** Says that a card is on its way: from now on it exists. */
export async function completeCardOrder(
  call: Call<typeof cardOrderFulfilmentApi.completeCardOrder>,
): Promise<CardOrder> {
  const { db, who, params, body } = call
  const { OrderId } = await lockOrderTo('complete', call, params.orderId)
  const { Refused } = await complete(call, [{ OrderId, ...body }])
  if (Refused[0]) throw conflict('not_completed', Refused[0].Problem)
  return readOrder(db, who, OrderId)
}

/** Takes the bureau's answer in. Each order is completed or comes back with the reason why not. */
export async function completeCardOrders(
  call: Call<typeof cardOrderFulfilmentApi.completeCardOrders>,
): Promise<Completed> {
  await lockOrders(
    call.db,
    call.body.Orders.map(({ OrderId }) => OrderId),
  )
  return complete(call, call.body.Orders)
}

/** What would come of the bureau's answer, row by row. */
export async function previewCompletions({
  db,
  who,
  body,
}: Call<typeof cardOrderFulfilmentApi.previewCompletions>): Promise<{ Results: CompletionRow[] }> {
  const written = readCompletionFile(body.Text)
  const checked = await checkCompletions(db, who, written)
  const Results = written.map((row, index) => {
    const { order, problem } = checked[index]!
    const issue = Completion.safeParse(row, inSentences).error?.issues[0]?.message ?? null
    const MemberName = order ? `${order.MemberDetails.FirstName} ${order.MemberDetails.LastName}` : null
    return { ...row, MemberName, Problem: order ? (issue ?? problem) : problem }
  })
  return { Results }
}

type Completed = { Completed: number; Refused: { OrderId: string; Problem: string }[] }
type Completing = Pick<Call<Endpoint<'POST'>>, 'db' | 'who' | 'audit' | 'origin'>

/** Completes those of some locked orders that can be. */
async function complete(call: Completing, answers: readonly OrderCompletion[]): Promise<Completed> {
  const checked = await checkCompletions(call.db, call.who, answers)
  const Refused = checked.flatMap(({ answer, problem }) =>
    problem === null ? [] : [{ OrderId: answer.OrderId, Problem: problem }],
  )
  const good = checked.flatMap(({ answer, order, problem }) =>
    order && problem === null ? [{ answer, order }] : [],
  )
  // The same few statements for thousands of orders, each by its key: nothing is to be planned anew for each.
  call.db.planFor('any values')
  const filling: (() => Promise<void>)[] = []
  for (const { answer, order } of good) filling.push(await open(call, order, answer))
  for (const fill of filling) await fill()
  return { Completed: good.length, Refused }
}

/** Makes the card of an order; what is left to do is to move the money, when all cards are made. */
async function open(
  call: Completing,
  order: Order,
  { ExternalAccountId, PostedDate }: Completion,
): Promise<() => Promise<void>> {
  const { db, who } = call
  const { FirstName, LastName } = order.MemberDetails
  const contact = await contactForOrdered(db, order.MemberId, order.MemberDetails)
  const former = order.ReplacesCardId === null ? null : await lockFormer(db, order.ReplacesCardId)
  const initialCents = former ? 0 : (order.initialCents ?? 0)
  const card = await openPlasticCard(call, {
    CardProgramId: order.CardProgramId,
    memberId: order.MemberId,
    FirstName,
    LastName,
    contact,
    initialCents,
    holdId: order.holdId,
    cardNumber: order.cardNumber ?? '',
    externalAccountId: ExternalAccountId,
    issuedBy: order.orderedBy,
    former,
  })
  await db.run(sql`
    update card_order set status = 'Completed', card_id = ${card.CardId}, external_account_id = ${ExternalAccountId},
      posted_date = ${PostedDate}
    where business_id = ${db.businessId} and order_id = ${order.OrderId}`)
  const posted = `Account ${ExternalAccountId}, posted ${PostedDate}`
  await recordOrderChange(db, who, [order.OrderId], 'Completed', posted)
  call.audit({
    record: auditOrder(order),
    before: { Status: 'Ordered' },
    after: { Status: 'Completed', 'External account ID': ExternalAccountId, 'Posted date': PostedDate },
  })
  if (!former) return () => fillPlasticCard(call, card, initialCents)
  await takePlace(call, former, card)
  return () => carryOver(call, former.card, card, former.cents)
}
