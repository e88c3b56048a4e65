import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const scaling = readFileSync('docs/scaling.md', 'utf8')
const benchmarks = readFileSync('docs/benchmarks.md', 'utf8')

const numbersIn = (text = '') =>
  [...text.matchAll(/\d[\d,]*/g)].map(([each]) => Number(each.replaceAll(',', '')))

/** What stands in the second column of the part. */
const told = (part: string) =>
  numbersIn(
    scaling
      .split('\n')
      .find((line) => line.startsWith(`| ${part} |`))
      ?.split('|')[2],
  )

/** What was measured: the first figure of the row's last column. */
const measured = (row: string) =>
  numbersIn(
    benchmarks
      .split('\n')
      .find((line) => line.startsWith(`| ${row}`))
      ?.split('|')[5],
  )[0]

// Rounded, as nobody's machine is so exact.
const mostApart = 0.02

test.each([
  ['read of one member', ['One member / bare']],
  ['first page of a million members', ['First page of members / bare']],
  ['award, transfer, till capture', ['Award / the same', 'Transfer to card /', 'Till capture /']],
  ['scan at the door, 100,000 eligible', ['Scan, 100,000 eligible members / the same']],
  ['export', ['Export of all members / COPY']],
])('docs/scaling.md tells of %s what docs/benchmarks.md has measured', (part, rows) => {
  const figures = told(part)
  expect(figures).toHaveLength(rows.length)
  for (const [index, row] of rows.entries()) {
    const now = measured(row) ?? Number.NaN
    expect(Math.abs(figures[index]! - now) / now, `${row}: ${now}`).toBeLessThan(mostApart)
  }
})

test('its sum of a club at its busiest is made of the same figures, and comes out', () => {
  const sum = /takes ([\d.]+) \/ ([\d,]+) \+ ([\d.]+) \/ ([\d,]+) ≈ ([\d.]+)%/.exec(scaling) ?? []
  const [scans = 0, scansASecond = 0, postings = 0, awardsASecond = 0, share = 0] = sum
    .slice(1)
    .map((each) => Number(each.replaceAll(',', '')))
  expect([scansASecond, awardsASecond]).toEqual([
    ...told('scan at the door, 100,000 eligible'),
    told('award, transfer, till capture')[0],
  ])
  expect((scans / scansASecond + postings / awardsASecond) * 100).toBeCloseTo(share, 2)
})
