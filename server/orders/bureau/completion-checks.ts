import sql from 'sql-template-tag'
import type { OrderCompletion } from '#contract/orders/card-order-fulfilment.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import { type Order, readOrders, statusProblem } from '#server/orders/record'

/** What the bureau says of an order, the order if there is one, and what keeps it from being completed. */
export type Checked = {
  readonly answer: OrderCompletion
  readonly order: Order | undefined
  readonly problem: string | null
}

/** Checks answers of the bureau against the orders and cards there are, and against each other. */
export async function checkCompletions(
  db: Queries,
  who: Pick<Who, 'venues'>,
  answers: readonly OrderCompletion[],
): Promise<Checked[]> {
  const orderIds = answers.map(({ OrderId }) => OrderId)
  const orders = new Map((await readOrders(db, who, orderIds)).map((order) => [order.OrderId, order]))
  const accounts = answers.map(({ ExternalAccountId }) => ExternalAccountId)
  const taken = await db.rows<{ account: string }>(sql`
    select external_account_id as account from card
    where business_id = ${db.businessId} and external_account_id = any(${accounts})`)
  // Where the bureau is it may be tomorrow already.
  const { latest } = await db.one<{ latest: string }>(sql`select ${businessToday} + 1 as latest`)
  const known = { taken: new Set(taken.map(({ account }) => account)), latest }
  return answers.map((answer, index) => {
    const order = orders.get(answer.OrderId)
    const repeated = repetition(answer, answers.slice(0, index))
    return { answer, order, problem: repeated ?? problemOf(answer, order, known) }
  })
}

function repetition(answer: OrderCompletion, earlier: readonly OrderCompletion[]): string | null {
  if (earlier.some(({ OrderId }) => OrderId === answer.OrderId)) return 'This order is named twice.'
  const isAccountTaken = earlier.some(
    ({ ExternalAccountId }) => ExternalAccountId === answer.ExternalAccountId,
  )
  return isAccountTaken ? 'This external account ID is named twice.' : null
}

type Known = { taken: ReadonlySet<string>; latest: string }

function problemOf(
  answer: OrderCompletion,
  order: Order | undefined,
  { taken, latest }: Known,
): string | null {
  if (!order) return 'There is no order with this ID.'
  const problem = statusProblem('complete', order.OrderStatus)
  if (problem) return problem
  if (taken.has(answer.ExternalAccountId)) return 'Another card has this external account ID.'
  return answer.PostedDate > latest ? 'The posted date is in the future.' : null
}
