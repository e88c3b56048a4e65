import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#platform/database'
import {
  type Entry,
  entriesOfArchive,
  plainName,
  tableOfPart,
  writeTar,
  writeWhole,
} from '#server/backup/archive'
import { asSuperuser, type OwnDatabase } from '#tests/backups.ts'
import { moveBench, suspend } from '#tests/records/moves.ts'
import { decrypted, encrypting, keyMaker } from './cipher.ts'
import type { MoveManifest } from './manifest.ts'

const bench = moveBench()
const file = join(bench.folder, 'valley.hub')
let target: OwnDatabase
let genuine: Awaited<ReturnType<typeof readFile>>
/** A database whose owner row-level security doesn't bind: what is refused there, is by us. */
beforeAll(async () => {
  const source = await bench.demo()
  await suspend(source, 'valley-golf')
  await bench.exports('valley-golf', source, file)
  genuine = await readFile()
  target = await bench.demo()
  // As if it had never been there.
  await asSuperuser(target, async (client) => {
    await client.query(`set session_replication_role = replica`)
    const { rows } = await client.query<{ name: string }>('select name from business_tables()')
    await client.query(
      `delete from identity.account a using business_user u where u.uid = a.uid and u.business_id = 'valley-golf'`,
    )
    for (const { name } of rows) await client.query(`delete from ${name} where business_id = 'valley-golf'`)
  })
  await migrate(target.url)
})
afterAll(() => bench.close())

type Forge = (tables: Map<string, string>, manifest: MoveManifest) => void

/** What is in the file: its tables, and what it says of them. */
async function readFile() {
  const [tables, manifests] = [new Map<string, string>(), [] as MoveManifest[]]
  const content = Readable.from(decrypted(file, createReadStream(file), keyMaker(bench.passphrase)), {
    objectMode: false,
  })
  for await (const entry of entriesOfArchive(file, content)) {
    const table = tableOfPart(entry.name)
    if (table) tables.set(table, (tables.get(table) ?? '') + entry.content.toString('latin1'))
    else manifests.push(JSON.parse(entry.content.toString()) as MoveManifest)
  }
  return { tables, manifest: manifests[0]! }
}

/** A file as somebody makes it who has the passphrase, and whose sums are right. */
async function forge(change: Forge): Promise<string> {
  const { tables, manifest } = structuredClone(genuine)
  change(tables, manifest)
  for (const table of manifest.tables) {
    const bytes = Buffer.from(tables.get(plainName(table)) ?? '', 'latin1')
    Object.assign(table, {
      bytes: bytes.length,
      rows: bytes.toString('latin1').split('\n').length - 1,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  }
  const entries = async function* (): AsyncGenerator<Entry> {
    for (const [name, text] of tables)
      yield { name: `tables/${name}/000001.copy`, content: Buffer.from(text, 'latin1') }
    yield { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) }
  }
  const forged = join(bench.folder, `forged-${createHash('md5').update(String(change)).digest('hex')}.hub`)
  await writeWhole(forged, writeTar(entries(), new Date()), encrypting(bench.passphrase))
  return forged
}

const added = (manifest: MoveManifest, schema: string, name: string, columns: string[]) =>
  manifest.tables.push({ schema, name, columns, rows: 0, bytes: 0, sha256: '' })

describe('a file that somebody else made up brings nothing that is not of its business', () => {
  test.each<[string, Forge, RegExp]>([
    [
      'rows of another business',
      (tables) => tables.set('public.role', tables.get('public.role')!.replace('valley-golf', 'harbourside')),
      /^The table public\.role of the file has rows of another business/,
    ],
    [
      'a super administrator',
      (tables, manifest) => {
        tables.set('public.super_administrator', 'me\tme@else.example\tMe\tf\n')
        added(manifest, 'public', 'super_administrator', ['uid', 'email', 'display_name', 'auto_log_out'])
      },
      /^This version has no place for/,
    ],
    [
      'a job of another business',
      (tables, manifest) => {
        tables.set('moved.job', 'tell_contact_changes\t{"businessId": "harbourside"}\n')
        if (!manifest.tables.some((table) => plainName(table) === 'moved.job'))
          added(manifest, 'moved', 'job', ['task', 'payload'])
      },
      /^A job of the file is of another business/,
    ],
    [
      'itself as the platform',
      (_tables, manifest) => Object.assign(manifest.business, { id: '*' }),
      /can't read/,
    ],
  ])('%s', async (_what, change, sentence) => {
    const { code, complained } = await bench.imports(await forge(change), target, undefined, bench.secret)
    expect([code, complained]).toEqual([1, expect.stringMatching(sentence)])
    const { rowCount } = await asSuperuser(target, (client) =>
      client.query(`select from business where business_id = 'valley-golf'`),
    )
    expect(rowCount).toBe(0)
  })

  const sequences = () =>
    asSuperuser(target, async (client) => {
      const { rows } = await client.query('select schemaname, sequencename, last_value from pg_sequences')
      return rows
    })
  const audited = ({ numbers }: MoveManifest) => numbers.find(({ table }) => table === 'audit_entry')!

  test.each<[string, Forge, RegExp]>([
    [
      'that no row has',
      (_tables, manifest) => Object.assign(audited(manifest), { last: '900000000000000' }),
      /^The numbers of audit_entry\.id in the file are not those of its rows: nothing was imported/,
    ],
    [
      'that nobody counts to',
      (_tables, manifest) => Object.assign(audited(manifest), { last: '9223372036854775807' }),
      /can't read/,
    ],
    [
      'that rows have and it keeps to itself',
      (_tables, manifest) => manifest.numbers.splice(manifest.numbers.indexOf(audited(manifest)), 1),
      /^The numbers of audit_entry\.id/,
    ],
    [
      'of rows that nobody counts to',
      (tables, manifest) => {
        const { columns } = manifest.tables.find((table) => plainName(table) === 'public.audit_entry')!
        const [first = '', ...rest] = tables.get('public.audit_entry')!.split('\n')
        const cells = first.split('\t')
        cells[columns.indexOf('id')] = '0x7fffffffffffffff'
        tables.set('public.audit_entry', [cells.join('\t'), ...rest].join('\n'))
      },
      /^The numbers of audit_entry\.id/,
    ],
  ])("numbers %s, by which others' would go on", async (_what, change, sentence) => {
    const before = await sequences()
    const { code, complained } = await bench.imports(await forge(change), target, undefined, bench.secret)
    expect([code, complained]).toEqual([1, expect.stringMatching(sentence)])
    expect(await sequences()).toEqual(before)
  })

  test('a user with the account of somebody who is here', async () => {
    const { rows } = await asSuperuser(target, (client) =>
      client.query<{ uid: string }>(`select uid from super_administrator limit 1`),
    )
    const forged = await forge((tables, manifest) => {
      const users = tables.get('public.business_user')!.split('\n')
      const { columns } = manifest.tables.find((table) => plainName(table) === 'public.business_user')!
      const cells = users[0]!.split('\t')
      cells[columns.indexOf('uid')] = rows[0]!.uid
      tables.set('public.business_user', [cells.join('\t'), ...users.slice(1)].join('\n'))
    })
    const { code, complained } = await bench.imports(forged, target, undefined, bench.secret)
    expect([code, complained]).toEqual([1, expect.stringMatching(/^A user of the file has somebody else's/)])
  })

  test("a factor for somebody who is here, and a secret for one's own", async () => {
    const [uid, before] = await asSuperuser(target, async (client) => {
      const found = await client.query<{ uid: string }>(`select uid from super_administrator limit 1`)
      const keys = await client.query(`select * from identity.signing_key`)
      return [found.rows[0]!.uid, keys.rows] as const
    })
    const forged = await forge((tables, manifest) => {
      tables.set('identity.recovery_code', `${uid}\t\\\\x00\n`)
      for (const table of manifest.tables)
        if (plainName(table) === 'identity.recovery_code') table.columns = ['uid', 'code_hash']
      const value = {
        table: 'identity.signing_key',
        column: 'private_key',
        key: 'any',
        context: 'any',
        content: '',
      }
      tables.set('moved.sealed_value', `${JSON.stringify(value)}\n`)
    })
    const outcome = await bench.imports(forged, target, undefined, bench.secret)
    expect(outcome).toMatchObject({ code: 0, complained: '' })
    await asSuperuser(target, async (client) => {
      expect((await client.query('select from identity.recovery_code where uid = $1', [uid])).rowCount).toBe(
        0,
      )
      expect((await client.query(`select * from identity.signing_key`)).rows).toEqual(before)
    })
  })
})
