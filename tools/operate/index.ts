import { parseArgs } from 'node:util'
import { main } from '#tools/prepare.mjs'
import { Trouble } from '#tools/run.mjs'
import type { Score } from '#tools/testing/checks.mjs'
import { failover } from './failover/index.ts'
import { former } from './former.ts'
import { months } from './months.ts'
import { pgbackrest } from './pgbackrest/index.ts'
import { pgbouncer } from './pgbouncer.ts'
import { postgres15 } from './postgres15.ts'
import { release } from './release.ts'
import { caddy, rolling } from './rolling/index.ts'
import { upgrade } from './upgrade.ts'

type Part = (given: { tests: readonly string[] }) => Promise<Score[]>

// The short ones first: what is wrong is known sooner.
const parts: Readonly<Record<string, Part>> = {
  release,
  pgbackrest,
  upgrade,
  failover,
  rolling,
  caddy,
  former,
  pgbouncer,
  months,
  postgres15,
}

await main(async () => {
  const { positionals, values } = read()
  const unknown = positionals.find((name) => !(name in parts))
  if (unknown) throw new Trouble(`There is no part ${unknown}: there are ${Object.keys(parts).join(', ')}.`)
  const scores: Score[] = []
  const times: string[] = []
  for (const [name, prove] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    console.log(`\n${name}`)
    const began = Date.now()
    scores.push(...(await proveWhole(name, () => prove({ tests: values.tests ?? [] }))))
    times.push(`${name} ${((Date.now() - began) / 60_000).toFixed(1)} min`)
  }
  console.log(`\n${times.join(', ')}`)
  const sum = (kind: 'passed' | 'failed') => scores.reduce((total, score) => total + score[kind], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  for (const failure of scores.flatMap((score) => score.failures)) console.log(`✗ ${failure}`)
  if (sum('failed') > 0) process.exitCode = 1
})

/** A part that can't go on has failed; the others are proven all the same. */
async function proveWhole(name: string, prove: () => Promise<Score[]>): Promise<Score[]> {
  try {
    return await prove()
  } catch (error) {
    const reason = error instanceof Trouble ? error.message : String((error as Error).stack)
    console.log(`✗ ${name}: ${reason}`)
    return [{ passed: 0, failed: 1, failures: [`${name}: ${reason}`] }]
  }
}

function read() {
  try {
    return parseArgs({ allowPositionals: true, options: { tests: { type: 'string', multiple: true } } })
  } catch (error) {
    throw new Trouble(
      `${(error as Error).message} Call it as npm run test:operate -- [${Object.keys(parts).join('] [')}] [--tests <part of a path>].`,
    )
  }
}
