import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupTrouble } from './backup-trouble.ts'
import { foreignKeysOf, plainName, quoted, type Table, tablesOf } from './catalogue.ts'
import type { BackedUpTable } from './manifest.ts'

/**
 * Lets rows into the tables as they are: what the database does by itself when a row comes (triggers, row-level security)
 * was done when the backup's rows came, and what rows refer to may come later. Answers with a way to have it all as it was;
 * every foreign key is proven by it.
 */
export async function openTables(client: pg.Client) {
  const tables = await tablesOf(client)
  const foreignKeys = await foreignKeysOf(client)
  const alter = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(`alter table ${statement}`)
  }
  await alter(foreignKeys.map(({ table, name }) => `${table} drop constraint ${name}`))
  await alter(tables.map((table) => `${quoted(table)} disable trigger user`))
  const forced = tables.filter(({ isForced }) => isForced)
  await alter(forced.map((table) => `${quoted(table)} no force row level security`))
  // Migrations put some rows in themselves.
  await client.query(`truncate ${tables.map(quoted).join(', ')}`)
  const close = async () => {
    await alter(
      foreignKeys.map(({ table, name, definition }) => `${table} add constraint ${name} ${definition}`),
    )
    await alter(tables.map((table) => `${quoted(table)} enable trigger user`))
    await alter(forced.map((table) => `${quoted(table)} force row level security`))
  }
  return { tables, close }
}

type Loading = {
  readonly name: string
  readonly stream: ReturnType<typeof copyFrom>
  readonly ended: Promise<void>
  isOver: boolean
  /** Called when it takes more, or never will again. */
  goOn: () => void
}

/** Takes the parts of tables as they come, each into what `into` says, and counts the rows of each. */
export function loadInto(client: pg.Client, into: (table: string) => Promise<string> | string) {
  const rows = new Map<string, number>()
  let current: Loading | undefined

  const end = async () => {
    if (!current) return
    const { name, stream, ended } = current
    current = undefined
    stream.end()
    await ended
    rows.set(name, stream.rowCount)
  }
  const begin = async (name: string) => {
    const stream = client.query(copyFrom(await into(name)))
    const ended = finished(stream)
    const begun: Loading = { name, stream, ended, isOver: false, goOn: () => undefined }
    stream.on('drain', () => begun.goOn())
    const over = () => {
      begun.isOver = true
      begun.goOn()
    }
    // It is waited for later, and may fail before.
    ended.then(over, over)
    return begun
  }
  return {
    take: async (name: string, content: Buffer) => {
      if (current?.name !== name) {
        await end()
        if (rows.has(name)) throw new BackupTrouble(`The table ${name} comes twice.`)
        current = await begin(name)
      }
      const loading = current
      if (!loading.stream.write(content) && !loading.isOver)
        await new Promise<void>((resolve) => (loading.goOn = resolve))
      if (loading.isOver) await loading.ended
    },
    /** The rows of every table that had any, once the last has come. */
    finish: async () => {
      await end()
      return rows
    },
  }
}

/** What lets the rows of the tables of a file into those that are here. */
export function copyingInto(tables: readonly Table[], wanted: readonly BackedUpTable[]) {
  const known = new Map(tables.map((table) => [plainName(table), table]))
  const columnsOf = new Map(wanted.map((table) => [plainName(table), table.columns]))
  return (name: string) => copyStatement(name, known.get(name), columnsOf.get(name))
}

function copyStatement(name: string, table: Table | undefined, columns: readonly string[] | undefined) {
  const missing = columns?.find((column) => !table?.columns.includes(column))
  if (!table || !columns || missing)
    throw new BackupTrouble(
      `This version has no place for ${missing ? `the column ${missing} of ` : ''}the table ${name} of the backup.`,
    )
  return `copy ${quoted(table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) from stdin`
}
