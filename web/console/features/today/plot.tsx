import { Anchor, Title, VisuallyHidden } from '@mantine/core'
import { useId, useState } from 'react'
import type { Trend, TrendName } from '#contract/today/trends.ts'
import { formatMonth, monthName } from '#ui/text/format.ts'
import styles from './trends.module.css'

const figure = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 0 })
const figureInWords = (value: number | null | undefined) => (value == null ? '-' : figure.format(value))

const titles: Readonly<Record<TrendName, string>> = {
  standings: 'Members',
  comings: 'Joined and lapsed this month',
  points: 'Points owed',
  visits: 'Visits this month',
}

const names: Readonly<Record<string, string>> = { Left: 'Lapsed, not renewed since', Visits: 'Visits' }

/** A small plot with its figure, and the figures behind it as a table. */
export function Plot({ trend }: { trend: Trend }) {
  const id = useId()
  const [showsFigures, showFigures] = useState(false)
  const title = titles[trend.Trend]
  return (
    <section className={styles.plot} aria-labelledby={id}>
      <Title order={3} size="h5" fw={500} id={id}>
        {title}
      </Title>
      <span className={styles.figure}>{headline(trend)}</span>
      {trend.Trend === 'standings' ? <Shares trend={trend} /> : <Bars trend={trend} />}
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-expanded={showsFigures}
        aria-describedby={id}
        onClick={() => showFigures(!showsFigures)}
      >
        {showsFigures ? 'Hide figures' : 'Show figures'}
      </Anchor>
      {showsFigures && <FiguresTable trend={trend} caption={title} />}
    </section>
  )
}

const lastOf = (trend: Trend) => trend.Figures.map(({ Values }) => Values.at(-1) ?? null)

function headline(trend: Trend): string {
  const last = lastOf(trend)
  if (trend.Trend === 'comings') return `+${figureInWords(last[0])} / −${figureInWords(last[1])}`
  return figureInWords(last.reduce<number>((sum, value) => sum + (value ?? 0), 0))
}

/** How many of all stand how, as parts of one bar, with the names beside it: nothing is told by a colour alone. */
function Shares({ trend }: { trend: Trend }) {
  const last = lastOf(trend)
  const all = last.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const shares = last.map((value) => (all === 0 ? 0 : ((value ?? 0) / all) * 100))
  const before = (index: number) => shares.slice(0, index).reduce((sum, share) => sum + share, 0)
  return (
    <>
      <svg className={styles.shares} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
        {shares.map((share, index) => (
          <rect key={index} data-part={index} x={before(index)} y={0} width={share} height={8} />
        ))}
      </svg>
      <ul className={styles.legend}>
        {trend.Figures.map(({ Name }, index) => (
          <li key={Name}>
            <span className={styles.key} data-part={index} aria-hidden />
            {Name} {figureInWords(last[index])}
          </li>
        ))}
      </ul>
    </>
  )
}

const [width, height] = [240, 72]

/** A group of bars for each month. */
function Bars({ trend: { Months, Figures } }: { trend: Trend }) {
  const most = Math.max(1, ...Figures.flatMap(({ Values }) => Values.map((value) => value ?? 0)))
  const room = width / Math.max(Months.length, 1)
  const bar = (room - 4) / Figures.length
  const [first, last] = [Months[0], Months.at(-1)]
  return (
    <>
      <svg className={styles.bars} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        {Months.flatMap((month, at) =>
          Figures.map(({ Name, Values }, index) => {
            const tall = ((Values[at] ?? 0) / most) * height
            return (
              <rect
                key={`${month} ${Name}`}
                data-part={index * 2}
                x={at * room + 2 + index * bar}
                y={height - tall}
                width={bar}
                height={tall}
              >
                <title>{`${formatMonth(month)}: ${figureInWords(Values[at])}`}</title>
              </rect>
            )
          }),
        )}
      </svg>
      <div className={styles.axis}>
        <span>{first && monthName(first, 'short')}</span>
        <span>{last && monthName(last, 'short')}</span>
      </div>
    </>
  )
}

function FiguresTable({ trend: { Months, Figures: figures }, caption }: { trend: Trend; caption: string }) {
  return (
    // It scrolls sideways where figures are long, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.figures} tabIndex={0} aria-label={`${caption}, by month`}>
      <table className={styles.table}>
        <caption>{caption}, by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {figures.map(({ Name }) => (
              <th key={Name} scope="col">
                {names[Name] ?? Name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Months.map((month, at) => (
            <tr key={month}>
              <th scope="row">
                {monthName(month, 'short')} <VisuallyHidden>{month.slice(0, 4)}</VisuallyHidden>
              </th>
              {figures.map(({ Name, Values }) => (
                <td key={Name}>{figureInWords(Values[at])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
