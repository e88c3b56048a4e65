import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClosePack } from '#contract/reports/close-pack.ts'
import { formatCount, formatMoney } from '#ui/text/format.ts'
import { Money } from '#ui/text/money.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { CloseLine } from './close-lines.ts'
import sums from '#parts/shown/sums.module.css'
import styles from './close-pack.module.css'
import { ReloadsTable } from './reloads-table.tsx'

type Props = {
  pack: ClosePack
  /** The line whose transactions are shown. */
  opened: { account?: CloseLine | undefined; kind?: string | undefined }
  onOpen: (account: CloseLine, kind?: string) => void
}

/** The pack: the account, what is owed, what expired, and what doesn't match. */
export function ClosePackTables({ pack, opened, onOpen }: Props) {
  const line = (label: string, account: CloseLine, kind?: string) => (
    <UnstyledButton
      className={styles.line}
      aria-expanded={opened.account === account && opened.kind === kind}
      onClick={() => onOpen(account, kind)}
    >
      {label}
    </UnstyledButton>
  )
  return (
    <div className={styles.pack}>
      <Panel title="Disbursement account">
        <Account pack={pack} line={line} />
      </Panel>
      <Panel title="Owed and held">
        <Owed pack={pack} line={line} />
      </Panel>
      <Panel title="Breakage and checks">
        <Breakage pack={pack} line={line} />
      </Panel>
      <Panel title="Fees of members">
        <Fees fees={pack.Fees} />
      </Panel>
      <Panel title="Reloads paid for">
        <ReloadsTable reloads={pack.Reloads} />
      </Panel>
    </div>
  )
}

type PartProps = {
  pack: ClosePack
  line: (label: string, account: CloseLine, kind?: string) => ReactNode
}

function Account({ pack, line }: PartProps) {
  return (
    <table className={sums.table} aria-label="Disbursement account">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Transactions</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <Total label="Opening balance" value={pack.Disbursement.Opening} />
        {pack.Lines.map(({ Kind, Count, Amount }) => (
          <tr key={Kind}>
            <th scope="row">{line(Kind, 'disbursement', Kind)}</th>
            <td>{formatCount(Count)}</td>
            <td>
              <Money value={Amount} />
            </td>
          </tr>
        ))}
        <Total label="Closing balance" value={pack.Disbursement.Closing} />
      </tbody>
    </table>
  )
}

function Total({ label, value }: { label: string; value: number }) {
  return (
    <tr className={styles.total}>
      <th scope="row">{label}</th>
      <td />
      <td>
        <Money value={value} />
      </td>
    </tr>
  )
}

function Owed({ pack, line }: PartProps) {
  const rows = [
    ['Card balances', 'card', pack.Cards],
    ['Purses of digital cards', 'purse', pack.Purses],
    ['Points, in dollars', 'points', pack.Points],
    ['In flight', 'in-flight', pack.InFlight],
  ] as const
  return (
    <table className={sums.table} aria-label="Owed and held">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">At the start</th>
          <th scope="col">At the end</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, account, { Opening, Closing }]) => (
          <tr key={account}>
            <th scope="row">{line(label, account)}</th>
            <td>
              <Money value={Opening} />
            </td>
            <td>
              <Money value={Closing} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Breakage({ pack: { Breakage: money, PointsBreakage, Unmatched }, line }: PartProps) {
  return (
    <table className={sums.table} aria-label="Breakage and checks">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{line('Breakage: money of expired cards', 'breakage')}</th>
          <td>
            <Money value={money} />
          </td>
        </tr>
        <tr>
          <th scope="row">{line('Breakage: expired points, in dollars', 'points-breakage')}</th>
          <td>
            <Money value={PointsBreakage} />
          </td>
        </tr>
        <tr>
          <th scope="row">{line('Unmatched lines', 'unmatched')}</th>
          <td>{Unmatched.Count === 0 ? 'None' : unmatchedText(Unmatched)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Fees({ fees }: { fees: ClosePack['Fees'] }) {
  const lines = [
    [`Taken, ${formatCount(fees.Count)} ${fees.Count === 1 ? 'payment' : 'payments'}`, fees.Taken],
    ['Refunded', fees.Refunded],
    ['Taken less refunded', fees.Net],
    ['Tax in that', fees.NetTax],
    ['Owing at the end', fees.Owing],
  ] as const
  return (
    <table className={sums.table} aria-label="Fees of members">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <Money value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is counted in points has no dollars. */
function unmatchedText({ Count, Amount }: ClosePack['Unmatched']): string {
  return Amount === 0 ? formatCount(Count) : `${formatCount(Count)}, ${formatMoney(Amount)}`
}
