import { parseArgs } from 'node:util'
import { main } from '#tools/prepare.mjs'
import { Trouble } from '#tools/run.mjs'
import type { Score } from '#tools/testing/checks.mjs'
import { failover } from './failover/index.ts'
import { former } from './former.ts'
import { pgbackrest } from './pgbackrest/index.ts'
import { pgbouncer } from './pgbouncer.ts'
import { postgres15 } from './postgres15.ts'
import { release } from './release.ts'
import { caddy, rolling } from './rolling.ts'
import { upgrade } from './upgrade.ts'

const parts: Readonly<Record<string, (given: { tests: readonly string[] }) => Promise<Score[]>>> = {
  postgres15,
  pgbouncer,
  pgbackrest,
  former,
  release,
  rolling,
  caddy,
  failover,
  upgrade,
}

await main(async () => {
  const { positionals, values } = read()
  const unknown = positionals.find((name) => !(name in parts))
  if (unknown) throw new Trouble(`There is no part ${unknown}: there are ${Object.keys(parts).join(', ')}.`)
  const scores: Score[] = []
  for (const [name, prove] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    console.log(`\n${name}`)
    scores.push(...(await prove({ tests: values.tests ?? [] })))
  }
  const sum = (kind: 'passed' | 'failed') => scores.reduce((total, score) => total + score[kind], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  for (const failure of scores.flatMap((score) => score.failures)) console.log(`✗ ${failure}`)
  if (sum('failed') > 0) process.exitCode = 1
})

function read() {
  try {
    return parseArgs({ allowPositionals: true, options: { tests: { type: 'string', multiple: true } } })
  } catch (error) {
    throw new Trouble(
      `${(error as Error).message} Call it as npm run test:operate -- [${Object.keys(parts).join('] [')}] [--tests <part of a path>].`,
    )
  }
}
