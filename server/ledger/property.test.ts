import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Transaction } from '#platform/database'
import { withIdempotency } from '#platform/http'
import { Refusal } from '#platform/refusals'
import { openTestDatabase } from '#tests/database.ts'
import {
  about,
  actor,
  bank,
  businessId,
  startTestLedger,
  type TestLedger,
  till,
} from '#tests/reading/ledger.ts'
import {
  type Account,
  capture,
  cardBalance,
  checkLedger,
  disbursement,
  expireHolds,
  hold,
  inFlightOf,
  move,
  outside,
  pointsOf,
  post,
  refund,
  release,
  reverse,
} from './index.ts'

const connections = 16
const operations = 2000
// Few of each, so that everybody is in everybody's way.
const members = Array.from({ length: 6 }, (_, i) => pointsOf(`property-member-${i}`, 'Points'))
const cards = Array.from({ length: 6 }, (_, i) => cardBalance(`property-card-${i}`))
const holdable = [...members, ...cards, disbursement]
const awards = outside('awards', members[0]!.unit)
const redeemed = outside('redeemed', members[0]!.unit)

let ledger: TestLedger
let database: Database
beforeAll(async () => {
  ledger = await startTestLedger()
  database = openTestDatabase(ledger.hub.databaseUrl, { connections })
})
afterAll(async () => {
  await database.close()
  await ledger.hub.close()
})

const Kind = fc.constantFrom('award', 'transfer', 'hold', 'capture', 'release', 'reverse', 'refund')
const Operation = fc.record({
  kind: Kind,
  a: fc.nat(),
  b: fc.nat(),
  amount: fc.integer({ min: 1, max: 400 }),
  /** How the caller fares: all is well, the answer is lost, sent twice at once, or the server dies before the commit. */
  luck: fc.constantFrom('well', 'well', 'lost', 'twice', 'died'),
  isShort: fc.boolean(),
})
type Operation = typeof Operation extends fc.Arbitrary<infer Value> ? Value : never

type Effect = [account: Account, amount: number][]
type Made = { transactionId: string; effect: Effect; isTakenBack?: boolean }
type Held = { holdId: string; account: Account; amount: number; isSettled: boolean }
type Captured = Held & { transactionId: string; left: number }

/** What should be there, by what the callers were told. */
const model = {
  balances: new Map<string, number>(),
  reversible: [] as Made[],
  holds: [] as Held[],
  captures: [] as Captured[],
  done: {} as Record<string, number>,
}
const nameOf = ({ kind, owner, unit }: Account) => `${kind} ${owner} ${unit}`
const apply = (effect: Effect) => {
  for (const [account, amount] of effect)
    model.balances.set(nameOf(account), (model.balances.get(nameOf(account)) ?? 0) + amount)
}
const pick = <Item>(from: readonly Item[], number: number) => from[number % from.length]

type Plan = { work: (tx: Transaction) => Promise<{ transactionId: string }>; remember: (id: string) => void }

/** What an operation does to the ledger, and to the model once somebody was told that it was done. */
const plans: Record<Operation['kind'], (operation: Operation) => Plan | null> = {
  award: ({ a, amount }) => {
    const to = pick(members, a)!
    return moving([[to, amount]], (tx) => move(tx, about('Award'), { from: awards, to, amount }))
  },
  transfer: ({ a, b, amount }) => {
    const effect: Effect = [
      [pick(members, a)!, -amount],
      [disbursement, -amount],
      [pick(cards, b)!, amount],
    ]
    const lines = [...effect, [redeemed, amount] as const].map(([account, change]) => ({
      account,
      amount: change,
    }))
    return moving(effect, (tx) => post(tx, about('Transfer'), lines))
  },
  hold: ({ a, amount, isShort }) => {
    const account = pick(holdable, a)!
    const seconds = isShort ? 0.05 : 3600
    return {
      work: (tx) => hold(tx, about('Hold'), { account, amount, seconds }),
      remember: (holdId) => {
        apply([
          [account, -amount],
          [inFlightOf(account), amount],
        ])
        model.holds.push({ holdId, account, amount, isSettled: false })
      },
    }
  },
  capture: ({ a, amount }) => {
    const held = pick(model.holds, a)
    if (!held) return null
    const { holdId, account } = held
    return {
      work: (tx) => capture(tx, about('Capture'), { holdId, amount, to: till }),
      remember: (transactionId) => {
        apply([
          [account, held.amount - amount],
          [inFlightOf(account), -held.amount],
        ])
        held.isSettled = true
        model.captures.push({ ...held, transactionId, left: amount })
      },
    }
  },
  release: ({ a }) => {
    const held = pick(model.holds, a)
    if (!held) return null
    return {
      work: (tx) => release(tx, about('Release'), held.holdId),
      remember: () => giveBack(held),
    }
  },
  reverse: ({ a }) => {
    const made = pick(model.reversible, a)
    if (!made) return null
    return {
      work: (tx) => reverse(tx, { transactionId: made.transactionId, reason: 'by chance', actor }),
      remember: () => apply(made.effect.map(([account, amount]) => [account, -amount])),
    }
  },
  refund: ({ a, amount }) => {
    const captured = pick(model.captures, a)
    if (!captured || captured.account.unit !== 'AUD') return null
    const { transactionId, account } = captured
    return {
      work: (tx) => refund(tx, about('Refund'), { transactionId, from: till, to: account, amount }),
      remember: () => {
        captured.left -= amount
        apply([[account, amount]])
      },
    }
  },
}

function moving(effect: Effect, work: Plan['work']): Plan {
  const remember = (transactionId: string) => {
    apply(effect)
    model.reversible.push({ transactionId, effect })
  }
  return { work, remember }
}

function giveBack(held: Held) {
  apply([
    [held.account, held.amount],
    [inFlightOf(held.account), -held.amount],
  ])
  held.isSettled = true
}

const areAllTried = () => Object.keys(plans).every((kind) => (model.done[kind] ?? 0) > 10)

class ServerDied extends Error {}

/** Sends an operation as a caller would who was told nothing: again under the same key, until there is an answer. */
async function carryOut(operation: Operation, key: string): Promise<void> {
  const plan = plans[operation.kind](operation)
  if (!plan) return
  const intent = { actor: actor.uid, key, hash: createHash('sha256').update(key).digest() }
  let mustDie = operation.luck === 'died'
  const send = () =>
    database.transaction(businessId, (tx) =>
      withIdempotency(tx, intent, {}, async () => {
        const { transactionId } = await plan.work(tx)
        if (mustDie) {
          mustDie = false
          throw new ServerDied()
        }
        return { status: 200, body: { transactionId } }
      }),
    )
  if (operation.luck === 'lost' || operation.luck === 'died') await send().catch(expectedFailure)
  const answers = await Promise.all(
    operation.luck === 'twice' ? [untilAnswered(send), untilAnswered(send)] : [untilAnswered(send)],
  )
  const told = new Set(answers.flatMap((answer) => (answer ? [JSON.stringify(answer)] : [])))
  expect(told.size, 'one key has one answer').toBeLessThanOrEqual(1)
  const answer = answers.find((given) => given !== null)
  if (!answer) return
  model.done[operation.kind] = (model.done[operation.kind] ?? 0) + 1
  plan.remember((answer.body as { transactionId: string }).transactionId)
}

function expectedFailure(error: unknown): null {
  if (error instanceof Refusal || error instanceof ServerDied) return null
  throw error
}

async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'request_in_flight')) return expectedFailure(error)
    }
  }
}

test('whatever happens at once, and however often it is sent, the ledger equals the model', async () => {
  const seed = Math.trunc(Math.random() * 2 ** 31)
  const fill = [disbursement, ...cards].map((to): [Account, number] => [to, 20_000])
  for (const [to, amount] of fill)
    await ledger.within((tx) => move(tx, about('Deposit'), { from: bank, to, amount }))
  apply(fill)

  const over = new AbortController()
  const expiring = (async () => {
    while (!over.signal.aborted) await expireHolds(database)
  })()
  // Until enough of each kind were done, however the dice fall.
  for (let round = 0; round === 0 || !areAllTried(); round++) {
    const queue = fc.sample(Operation, { numRuns: operations, seed: seed + round }).entries()
    const worker = async () => {
      for (const [i, operation] of queue) await carryOut(operation, `${seed}-${round}-${i}`)
    }
    await Promise.all(Array.from({ length: connections }, worker))
  }
  over.abort()
  await expiring
  await settleExpired()

  const said = `seed ${seed}`
  for (const account of [...holdable, ...holdable.map(inFlightOf)])
    expect(await ledger.balance(account), `${said}: ${nameOf(account)}`).toBe(
      model.balances.get(nameOf(account)) ?? 0,
    )
  for (const captured of model.captures) expect(captured.left, said).toBeGreaterThanOrEqual(0)
  expect((await checkLedger(ledger.hub.databaseUrl)).wrong, said).toEqual([])
})

/** Holds go back by themselves without anybody being told: the model learns of those from the ledger. */
async function settleExpired() {
  const { rows } = await ledger.hub.owner.query<{ id: string }>(
    `select hold_id::text as id from ledger_hold where outcome = 'Expired'`,
  )
  const expired = new Set(rows.map(({ id }) => id))
  expect(expired.size).toBeGreaterThan(10)
  for (const held of model.holds) if (expired.has(held.holdId)) giveBack(held)
  // One that was settled for somebody didn't expire as well.
  const waiting = await ledger.hub.owner.query<{ id: string }>(
    `select hold_id::text as id from ledger_hold where outcome is null`,
  )
  const open = new Set(waiting.rows.map(({ id }) => id))
  expect(model.holds.filter(({ isSettled }) => !isSettled).every(({ holdId }) => open.has(holdId))).toBe(true)
}
