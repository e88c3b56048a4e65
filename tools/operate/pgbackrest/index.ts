import { deepStrictEqual, match, rejects, strictEqual } from 'node:assert'
import { resolve } from 'node:path'
import type pg from 'pg'
import { asSuperuser } from '#tools/operate/debian-postgres.ts'
import { hubCommand, ofSources, type Running, startHub } from '#tools/operate/installation.ts'
import { check, type Score } from '#tools/testing/checks.mjs'
import { type Machine, openArchive } from './archived.ts'
import { type Awards, type Moment, noteMoment, requireMoment, startAwards } from './awards.ts'

const hub = ofSources(resolve('.'))
const settings = {
  HUB_SECRET: 'what an installation seals with that goes back in time',
  HUB_DEMO: 'on',
  HUB_BUSY_AFTER_MS: '60000',
  PORT: '0',
}
const some = 150

type Prove = (claim: string, work: () => Promise<void>) => Promise<void>
/** What the machine was like at the moment that is gone back to. */
type Lost = { readonly moment: Moment; readonly members: number; readonly after: number }

/** Everything is put back as it was at a moment, on another machine, from what pgBackRest has kept. */
export async function pgbackrest(): Promise<Score[]> {
  const scores: Score[] = []
  const prove: Prove = async (claim, work) => void scores.push(await check(claim, work))
  const archive = await openArchive()
  const first = await archive.makeMachine()
  const second = await archive.makeMachine()
  try {
    const lost = await loseOn(first, prove)
    if (lost) await goBackOn(second, lost, prove)
    return scores
  } finally {
    for (const each of [first, second, archive]) each.remove()
  }
}

/** People work, a backup is taken, they go on, and somebody makes a mistake; then the machine is ended. */
async function loseOn(machine: Machine, prove: Prove): Promise<Lost | undefined> {
  await machine.initialise()
  const postgres = await machine.start()
  const DATABASE_URL = await postgres.makeDatabase('hub')
  let server: Running | undefined
  let lost: Lost | undefined
  try {
    await prove('PostgreSQL hands its log over as deploy/pgbackrest says', async () => {
      await machine.backrest('stanza-create')
      await machine.backrest('check')
    })
    server = await startHub(hub, { ...settings, DATABASE_URL })
    const { url } = server
    await asSuperuser(postgres.urlOf('postgres', 'hub'), async (superuser) => {
      const awards = await startAwards(url, superuser)
      await prove('a full backup while people work', async () => {
        await awards.more(some)
        await machine.backrest('--type=full', 'backup')
      })
      await prove('they go on, and all members are deleted by mistake', async () => {
        lost = await makeMistake(awards, superuser)
      })
    })
  } finally {
    await server?.stop()
    await postgres.stop()
  }
  return lost
}

async function makeMistake(awards: Awards, superuser: pg.Client): Promise<Lost> {
  await awards.more(some)
  const members = await countMembers(superuser)
  const moment = await noteMoment(awards, superuser)
  await awards.more(some)
  await awards.stop()
  const after = awards.acknowledged().filter((note) => !moment.begun.has(note)).length
  await superuser.query('truncate member cascade')
  strictEqual(await countMembers(superuser), 0)
  return { moment, members, after }
}

async function countMembers(superuser: pg.Client): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>('select count(*)::int as count from member')
  return rows[0]!.count
}

async function goBackOn(machine: Machine, { moment, members, after }: Lost, prove: Prove): Promise<void> {
  let postgres: Awaited<ReturnType<Machine['start']>> | undefined
  await prove('another machine is restored to the moment before', async () => {
    const target = ['--type=time', `--target=${moment.at}`, '--target-action=promote']
    await machine.backrest(...target, 'restore')
    // As pg_createcluster makes it.
    await rejects(machine.start([]), /insufficient parameter settings/)
    postgres = await machine.start()
  })
  if (!postgres) return
  const { urlOf } = postgres
  try {
    console.log(`  ${moment.before.length} awards acknowledged before ${moment.at}, ${after} made after it`)
    await prove('every award acknowledged before is there, none made after, and all members', () =>
      asSuperuser(urlOf('postgres', 'hub'), async (superuser) => {
        await requireMoment(superuser, moment)
        strictEqual(await countMembers(superuser), members)
      }),
    )
    await proveHub(
      machine,
      { ...settings, DATABASE_URL: urlOf('hub', 'hub') },
      urlOf('postgres', 'hub'),
      prove,
    )
  } finally {
    await postgres.stop()
  }
}

/** Hub as it goes on there. */
async function proveHub(
  machine: Machine,
  all: Record<string, string>,
  superuserUrl: string,
  prove: Prove,
): Promise<void> {
  await prove('Hub is refused with another secret', async () => {
    const words = await startHub(hub, {
      ...all,
      HUB_SECRET: 'one that somebody made up for it afterwards',
    }).then(
      (server) => server.stop().then(() => 'it started'),
      (error: Error) => error.message,
    )
    match(words, /HUB_SECRET/)
  })
  await prove('Hub starts with its own, people sign in, and awards go on', async () => {
    const server = await startHub(hub, all)
    try {
      await asSuperuser(superuserUrl, async (superuser) => {
        const awards = await startAwards(server.url, superuser)
        await awards.more(some)
        await awards.stop()
      })
    } finally {
      await server.stop()
    }
  })
  await prove('hub ledger check and hub doctor find nothing wrong', async () => {
    const { code, output } = await hubCommand(hub, ['ledger', 'check'], all)
    strictEqual(code, 0, output)
    const { output: found } = await hubCommand(hub, ['doctor'], { ...all, HUB_DEMO: 'off' })
    deepStrictEqual(found.match(/^wrong.*$/gm) ?? [], [])
  })
  await prove('and it is backed up from there on', async () => {
    await machine.backrest('check')
    match(await machine.backrest('--type=diff', 'backup'), /new backup label = /)
  })
}
