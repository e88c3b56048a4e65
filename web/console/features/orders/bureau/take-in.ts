import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import {
  cardOrderFulfilmentApi,
  mostCompletions,
  type CompletionRow,
} from '#contract/orders/card-order-fulfilment.ts'

/** What came of the bureau's answer: how many orders were completed, and what kept the others from it. */
export type Outcome = { Completed: number; problems: ReadonlyMap<string, string> }

type Taken = Outcome & { done: number }

const nothingYet: Taken = { done: 0, Completed: 0, problems: new Map() }

/** Takes the good rows of the bureau's answer in, part by part, telling how many are done. */
export function useTakeIn(rows: readonly CompletionRow[]) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(cardOrderFulfilmentApi.completeCardOrders)
  const [taken, setTaken] = useState(nothingYet)
  const [failure, setFailure] = useState<string | null>(null)
  const good = rows.filter(({ Problem }) => Problem === null)

  async function takeIn() {
    setFailure(null)
    // What was done before a part failed stays done: this goes on from there.
    for (let { done, Completed, problems } = taken; done < good.length;) {
      const Orders = good.slice(done, done + mostCompletions)
      const answer = await run({ params: { businessId }, body: { Orders } })
      if (!answer.ok) return setFailure(answer.message)
      const refused = answer.data.Refused.map(({ OrderId, Problem }) => [OrderId, Problem] as const)
      done += Orders.length
      Completed += answer.data.Completed
      problems = new Map([...problems, ...refused])
      setTaken({ done, Completed, problems })
    }
  }
  const outcome = taken.done > 0 && taken.done === good.length ? taken : null
  return { takeIn, outcome, isRunning, done: taken.done, failure }
}
