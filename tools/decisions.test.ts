import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const index = readFileSync(`${folder}/README.md`, 'utf8')
const files = readdirSync(folder).filter((name) => name !== 'README.md' && name !== '0000-template.md')
const rows = [...index.matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.+) \| (.+) \|$/gm)].map(
  ([, number, file, title, status]) => ({ number, file, title, status }),
)

const textOf = (file: string) => readFileSync(`${folder}/${file}`, 'utf8')

test('the index has every decision, by its number and title', () => {
  const there = files.toSorted().map((file) => ({
    number: /^\d{4}(?=-[a-z0-9-]+\.md$)/.exec(file)?.[0],
    file,
    title: /^# (.+)/.exec(textOf(file))?.[1],
    status: expect.any(String),
  }))
  expect(rows).toEqual(there)
  // None that only looks like one.
  expect(index.match(/^\| \[/gm)).toHaveLength(rows.length)
})

test('no number is there twice, and each that is missing is explained', () => {
  const taken = rows.map((row) => Number(row.number))
  expect(new Set(taken).size).toBe(taken.length)
  // Also the row of one that was split, which has no file.
  const named = new Set([...index.matchAll(/\b\d{4}\b/g)].map(Number))
  const all = Array.from({ length: Math.max(...taken) }, (_, before) => before + 1)
  expect(all.filter((number) => !named.has(number))).toEqual([])
})

const status = String.raw`proposed|accepted(?:; in part superseded by \d{4})?|superseded by \d{4}`
const begins = new RegExp(String.raw`^# .+\n\d{4}-\d\d-\d\d · (${status})\n\n## Context\n[^]+\n## Choice\n`)

test('each from 0040 on says its status, which the index has too, its context and its choice', () => {
  const said = rows
    .filter(({ number }) => Number(number) >= 40)
    .map((row) => ({ ...row, status: begins.exec(textOf(row.file ?? ''))?.[1] }))
  expect(said).toEqual(rows.filter(({ number }) => Number(number) >= 40))
})
