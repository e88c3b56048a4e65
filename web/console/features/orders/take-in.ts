import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardOrderFulfilmentApi, mostCompletions } from '#contract/card-order-fulfilment.ts'
import type { CompletionRow } from '#contract/card-order-fulfilment.ts'
import { showsOrdersAndCards } from './shows-orders.ts'

/** What came of the bureau's answer: how many orders were completed, and what kept the others from it. */
export type Outcome = { Completed: number; problems: ReadonlyMap<string, string> }

/** Takes the good rows of the bureau's answer in, part by part, telling how many are done. */
export function useTakeIn(rows: readonly CompletionRow[]) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(cardOrderFulfilmentApi.completeCardOrders, {
    refreshes: showsOrdersAndCards,
  })
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function takeIn() {
    setFailure(null)
    const good = rows.filter(({ Problem }) => Problem === null)
    const problems = new Map<string, string>()
    let Completed = 0
    for (let start = done; start < good.length; start += mostCompletions) {
      const Orders = good.slice(start, start + mostCompletions)
      const answer = await run({ params: { businessId }, body: { Orders } })
      // What is done stays done: the next press goes on from here.
      if (!answer.ok) return setFailure(answer.message)
      Completed += answer.data.Completed
      for (const { OrderId, Problem } of answer.data.Refused) problems.set(OrderId, Problem)
      setDone(start + Orders.length)
    }
    return setOutcome({ Completed, problems })
  }
  return { takeIn, outcome, isRunning, done, failure }
}
