import type pg from 'pg'
import { commitOn } from './commit.ts'
import { ConnectionLost, isConnectionLoss } from './connection-loss.ts'
import { type Driver, planModeOf, type Session, type Settings, type Statement, type Terms } from './driver.ts'
import { plainCopy } from './plain-copy.ts'
import { setWithin } from './set-within.ts'

/**
 * Says one thing after the other, by what pg and pg-copy-streams document and nothing else: it works with every version
 * of them, and waits for the database more often.
 */
export const plainDriver: Driver = {
  within: {},
  prepare: () => Promise.resolve(),
  openSession: (client) => openSession(client, {}),
  copyOut: plainCopy,
}

/** The same on a connection that keeps nothing for us: every transaction begins with these settings, and no statement has a name. */
export function sharedPlainDriver(within: Settings): Driver {
  const nameless = ({ text, values }: Statement) => ({ name: undefined, text, values })
  return {
    ...plainDriver,
    within,
    openSession: (client) => {
      const session = openSession(client, within)
      return {
        ...session,
        runAlone: (statement, terms) => session.runAlone(nameless(statement), terms),
        run: (statement, terms) => session.run(nameless(statement), terms),
      }
    },
  }
}

function openSession(client: pg.ClientBase, within: Settings): Session {
  const inTurn = oneAfterTheOther()
  return {
    runAlone: (statement, terms) => inTurn(() => runAlone(client, statement, { ...terms, within })),
    run: (statement, { isFirst, isLast, ...terms }) =>
      inTurn(async () => {
        if (isFirst) await client.query('begin')
        const result = await runUnder(client, statement, isFirst ? { ...terms, within } : terms)
        if (isLast) await commitOn(client)
        return result
      }),
    commit: () => inTurn(() => commitOn(client)),
    rollback: () => inTurn(async () => void (await client.query('rollback'))),
  }
}

type Under = Terms & { readonly within?: Settings }

/** The terms end with a transaction around them; one that can't be ended goes with its connection. */
async function runAlone(client: pg.ClientBase, statement: Statement, terms: Under): Promise<pg.QueryResult> {
  try {
    await client.query('begin')
    const result = await runUnder(client, statement, terms)
    await commitOn(client)
    return result
  } catch (error) {
    if (isConnectionLoss(error)) throw error
    await client.query('rollback').catch((failure: unknown) => {
      throw new ConnectionLost(failure, true)
    })
    throw error
  }
}

async function runUnder(client: pg.ClientBase, { name, text, values }: Statement, terms: Under) {
  await setWithin(client, {
    ...terms.within,
    ...(terms.tenant !== undefined && { 'app.business_id': terms.tenant }),
    ...(terms.planFor !== undefined && { plan_cache_mode: planModeOf[terms.planFor] }),
  })
  return client.query({ text, values, ...(name !== undefined && { name }) })
}

/** Carries out what consists of several steps whole, before the next: nobody else's steps come in between. */
function oneAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
