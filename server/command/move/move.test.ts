import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { createHub } from '#hub'
import { migrate } from '#platform/database'
import { demoPassword } from '#server/demo/access'
import { checkLedger } from '#server/ledger'
import { asSuperuser, backupBench, type OwnDatabase } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { testSettings } from '#tests/database.ts'
import { suspend, rowsOfBusiness } from '#tests/moves.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const passphrase = 'a passphrase that was told by telephone'
const HUB_SECRET = 'the secret of the installation it moves to'
const bench = backupBench()
let source: OwnDatabase
let target: OwnDatabase
let file: string
beforeAll(async () => {
  source = await bench.demo()
  await suspend(source, 'harbourside')
  file = join(bench.folder, 'harbourside.hub')
  target = await bench.empty()
  await migrate(target.url)
})
afterAll(() => bench.close())

const exportTo = (to: string, ...words: string[]) =>
  hubCommand(
    ['export-business', 'harbourside', '--to', to, '--stdin', ...words],
    bench.environment(source),
    passphrase,
  )
const importFrom = (from: string, database: OwnDatabase, input = passphrase) =>
  hubCommand(['import-business', from, '--stdin'], bench.environment(database, { HUB_SECRET }), input)

test('a business goes into one encrypted file', async () => {
  const outcome = await exportTo(file)
  expect(outcome).toMatchObject({ code: 0, complained: '' })
  expect(outcome.said).toMatch(
    /^Exported Harbourside Leagues Club to .+ \(\d+ kB\): [\d,]+ rows, its ledger is proven\.$/,
  )
  expect(readFileSync(file).includes('Harbourside')).toBe(false)
})

test('and comes out elsewhere with every row', async () => {
  const before = await rowsOfBusiness(source, 'harbourside')
  const outcome = await importFrom(file, target)
  expect(outcome).toMatchObject({ code: 0, complained: '' })
  expect(await rowsOfBusiness(target, 'harbourside')).toEqual(before)
})
