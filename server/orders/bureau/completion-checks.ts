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
  const isRepeated = repetitions()
  return answers.map((answer) => {
    const order = orders.get(answer.OrderId)
    return { answer, order, problem: isRepeated(answer) ?? problemOf(answer, order, known) }
  })
}

/** Says of each answer, as they come, whether one before it names the same. */
function repetitions(): (answer: OrderCompletion) => string | null {
  const orders = new Set<string>()
  const accounts = new Set<string>()
  return ({ OrderId, ExternalAccountId }) => {
    const isNamed = orders.has(OrderId)
    const isTaken = accounts.has(ExternalAccountId)
    orders.add(OrderId)
    accounts.add(ExternalAccountId)
    if (isNamed) return 'This order is named twice.'
    return isTaken ? 'This external account ID is named twice.' : null
  }
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
