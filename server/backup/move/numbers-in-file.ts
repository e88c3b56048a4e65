import { isDeepStrictEqual } from 'node:util'
import { BackupTrouble, plainName } from '#server/backup/archive'
import { type MoveManifest, numberShape } from './manifest.ts'
import type { Counted } from './numbers.ts'
import { type MoveFile, readBusinessFile } from './read-file.ts'

type Numbers = MoveManifest['numbers']

/**
 * The highest number in each column that counts by itself, as the rows of the file have it. The sequences of all businesses
 * go on after them, whatever becomes of this one: the word of a manifest isn't enough for that.
 */
export async function provenNumbers(
  file: MoveFile,
  { numbers, tables }: MoveManifest,
  counted: readonly Counted[],
): Promise<Numbers> {
  const highest = new Map<string, number>()
  const cutOff = new Map<string, string>()
  const placesOf = new Map(
    tables.map(({ schema, name, columns }) => [
      plainName({ schema, name }),
      counted
        .filter(({ table, column }) => schema === 'public' && table === name && columns.includes(column))
        .map(({ table, column }) => ({ name: `${table}.${column}`, index: columns.indexOf(column) })),
    ]),
  )
  await readBusinessFile(file, (table, content) => {
    const places = placesOf.get(table) ?? []
    if (places.length === 0) return
    const lines = `${cutOff.get(table) ?? ''}${content.toString('latin1')}`.split('\n')
    cutOff.set(table, lines.pop() ?? '')
    for (const line of lines) {
      const cells = line.split('\t')
      for (const { name, index } of places) {
        if (!numberShape.test(cells[index] ?? '')) throw notOfRows(name)
        highest.set(name, Math.max(highest.get(name) ?? 0, Number(cells[index])))
      }
    }
  })
  const told = numbers.filter(({ table }) => placesOf.has(`public.${table}`))
  for (const { table, column } of counted) {
    const name = `${table}.${column}`
    const claimed = told.filter((number) => number.table === table && number.column === column)
    const found = highest.has(name) ? [String(highest.get(name))] : []
    const isSame = isDeepStrictEqual(
      claimed.map(({ last }) => last),
      found,
    )
    if (!isSame) throw notOfRows(name)
  }
  return told
}

const notOfRows = (name: string) =>
  new BackupTrouble(`The numbers of ${name} in the file are not those of its rows: nothing was imported.`)
