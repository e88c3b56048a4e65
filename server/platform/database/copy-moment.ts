import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { isConnectionLoss } from '#platform/driver'
import { copyOn, type CopySource, type CopyWay, inlined, paced, settingsOf } from './copy-out.ts'
import type { Slot } from './copy-slots.ts'
import { connectionOf, discard, requireTurn } from './pool.ts'
import type { Moment } from './types.ts'

const mostTries = 3

/**
 * Reads much of a business as it was at one moment, however long that takes and whoever writes meanwhile: in one transaction
 * that only reads, on one connection of those that copies have. Who stops reading gives it up, as with any copy.
 */
export async function* inOneMoment<Item>(
  source: CopySource,
  tenant: string,
  work: (moment: Moment) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  requireTurn(source.pool)
  const slot = await source.slots.take(tenant)
  try {
    const held = await begun(source, tenant)
    try {
      yield* work(momentOn(source, tenant, held, slot))
      await held.client.query('commit')
      held.giveBack()
    } finally {
      held.giveUp()
    }
  } finally {
    slot.free()
  }
}

type Held = { readonly client: pg.PoolClient; readonly giveBack: () => void; readonly giveUp: () => void }

/** A connection on which the moment has begun. One that was lost in the pool is replaced: nothing has been read yet. */
async function begun({ pool, driver }: CopySource, tenant: string): Promise<Held> {
  for (let tries = 1; ; tries++) {
    const held = heldOf(await connectionOf(pool))
    try {
      await held.client.query('begin isolation level repeatable read read only')
      // Between two copies it idles until its reader has taken the first: who reads minds the readers.
      const settings = { ...driver.within, ...settingsOf(tenant), idle_in_transaction_session_timeout: '0' }
      for (const [name, value] of Object.entries(settings))
        await held.client.query('select set_config($1, $2, true)', [name, value])
      return held
    } catch (error) {
      held.giveUp()
      if (!isConnectionLoss(error) || tries === mostTries) throw error
    }
  }
}

function heldOf(client: pg.PoolClient): Held {
  let isHeld = true
  const once = (end: () => void) => () => {
    if (!isHeld) return
    isHeld = false
    end()
  }
  return {
    client,
    giveBack: once(() => client.release()),
    giveUp: once(() => discard(client, new Error('the copy was stopped'))),
  }
}

function momentOn({ driver }: CopySource, tenant: string, { client, giveUp }: Held, slot: Slot): Moment {
  async function* copy(query: Sql, way: CopyWay = {}): AsyncGenerator<Uint8Array> {
    const part = { query: inlined(query), settings: settingsOf(tenant, way), isPart: true }
    const copying = copyOn({ whole: () => undefined, stopped: giveUp }, way, (reader) =>
      driver.copyOut(client, part, reader),
    )
    try {
      yield* paced({ ...copying, first: await copying.next() }, slot)
    } finally {
      copying.stop()
    }
  }
  return {
    copy,
    rows: async <Row>({ text, values }: Sql) => (await client.query(text, values)).rows as Row[],
  }
}
