import { type cardOrdersApi, orderValueProblem } from '#contract/orders/card-orders.ts'
import type { Call } from '#platform/call'
import { invalid, notFound } from '#platform/refusals'
import { readMember } from '#server/members/record'
import { lockOrderTo, type Order, readOrder } from '#server/orders/record'

type OrderCall = Pick<Call<typeof cardOrdersApi.confirmCardOrder>, 'db' | 'who' | 'params'>

/** The order that the path names, of the member that it names, while it can be changed. */
export async function lockMembersOrder({ db, who, params }: OrderCall): Promise<Order> {
  const member = await readMember(db, who, params.memberId)
  const { MemberId } = await readOrder(db, who, params.orderId)
  if (MemberId !== member.id) throw notFound('The order')
  return lockOrderTo('edit', { db, who }, params.orderId)
}

/** Refuses a value that the program doesn't allow. The bounds themselves it does. */
export function requireValue(value: number, bounds: Parameters<typeof orderValueProblem>[1]): void {
  const problem = orderValueProblem(value, bounds, { isAtBoundsAllowed: true })
  if (problem) throw invalid(problem, { InitialCardValue: problem })
}
