import { strictEqual } from 'node:assert'
import type pg from 'pg'
import { people } from '#tests/hub.ts'
import { membersOf, signIn } from '#tools/operate/calls.ts'
import type { Proxy } from '#tools/operate/proxy.ts'
import { startRollingLoad } from './load.ts'
import type { Processes } from './processes.ts'

export const perSecond = 60
const note = 'While they were restarted'

/** Does it while people work; none of what they ask may fail. */
export async function underLoad(
  { proxy, url }: Processes,
  superuser: pg.Client,
  work: () => Promise<void>,
): Promise<void> {
  const { token: readsAs } = await signIn(url, people.reception)
  const { token: awardsAs } = await signIn(url, people.admin)
  const members = await membersOf(superuser, 'harbourside')
  const stop = startRollingLoad({ ...proxy, readsAs, awardsAs, members, note, perSecond })
  try {
    await work()
  } finally {
    await requireAll(await stop(), proxy, superuser)
  }
}

type Load = Awaited<ReturnType<ReturnType<typeof startRollingLoad>>>

/** Every request was answered well, and every award that was answered was made once. */
async function requireAll({ outcomes, seconds }: Load, proxy: Proxy, superuser: pg.Client): Promise<void> {
  const counted = Object.entries(Object.groupBy(outcomes, ({ name, outcome }) => `${name} ${outcome}`))
  const list = counted.map(([kind, of]) => `${kind}: ${of?.length}`).join(', ')
  const passedOver = proxy.passedOver()
  const times =
    passedOver === null ? '' : `; ${proxy.name} passed over a process that had ended ${passedOver} times`
  console.log(`${outcomes.length} requests in ${seconds.toFixed(0)} s (${list})${times}`)
  const failed = outcomes.filter(({ outcome }) => outcome !== 200)
  if (failed.length > 0)
    throw new Error(
      [
        `${failed.length} failed.`,
        ...failed
          .map(({ name, outcome, at, said }) => `${name} ${outcome} at ${(at / 1000).toFixed(1)}: ${said}`)
          .slice(0, 5),
        ...proxy.complaints().slice(0, 5),
      ].join('\n'),
    )
  const { rows } = await superuser.query<{ made: number }>(
    `select count(*)::int as made from ledger_transaction where note = $1`,
    [note],
  )
  strictEqual(rows[0]?.made, outcomes.filter(({ name }) => name === 'award').length)
}
