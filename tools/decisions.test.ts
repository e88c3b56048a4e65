import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const index = readFileSync(`${folder}/README.md`, 'utf8')
const files = readdirSync(folder).filter((name) => name !== 'README.md' && name !== '0000-template.md')
const rows = [...index.matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.+) \| (.+) \|$/gm)].map(
  ([, number, file, title]) => ({ number, file, title }),
)

test('the index has every decision, by its number and title', () => {
  const there = files.toSorted().map((file) => ({
    number: /^\d{4}(?=-[a-z0-9-]+\.md$)/.exec(file)?.[0],
    file,
    title: /^# (.+)/.exec(readFileSync(`${folder}/${file}`, 'utf8'))?.[1],
  }))
  expect(rows).toEqual(there)
})

test('no number is there twice, and each that is missing is explained', () => {
  const taken = rows.map((row) => Number(row.number))
  expect(new Set(taken).size).toBe(taken.length)
  // Also the row of one that was split, which has no file.
  const named = new Set([...index.matchAll(/\b\d{4}\b/g)].map(Number))
  const all = Array.from({ length: Math.max(...taken) }, (_, before) => before + 1)
  expect(all.filter((number) => !named.has(number))).toEqual([])
})
