import { Group, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { cardStatusLabels } from '#contract/cards/card-status.ts'
import type { TillFound, TillReceipt } from '#contract/till/till.ts'
import { Facts } from '#ui/layout/facts.tsx'
import { Money } from '#ui/text/money.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from './till-page.module.css'
import type { Means } from './till-calls.ts'
import type { Till } from './use-till.ts'

/** What was found, and the sale that is paid with it. */
export function FoundPanel({ till, found }: { till: Till; found: TillFound }) {
  const { held, sold } = till.sale
  // Kept from sale to sale.
  const [chosen, choose] = useState('0')
  return (
    <Panel title={found.Kind === 'Card' ? found.CardProgramDescription : found.DisplayName}>
      <Facts facts={factsOf(found)} />
      {held ? (
        <Settle key={held.HoldId} till={till} held={held} />
      ) : (
        <NewSale till={till} found={found} chosen={chosen} onChoose={choose} />
      )}
      {sold && <Refund key={sold.TransactionId} till={till} sold={sold} />}
    </Panel>
  )
}

function factsOf(found: TillFound) {
  if (found.Kind === 'Card')
    return [
      ['Holder', found.HolderName],
      ['Number', found.MaskedCardNumber],
      ['Status', cardStatusLabels[found.Status]],
      ['Balance', <Money key="balance" value={found.Balance} />],
    ] as const
  return [
    ['Membership number', found.MembershipNumber],
    ...found.Points.map(
      ({ DisplayName, Balance }) => [DisplayName, Balance.toLocaleString('en-AU')] as const,
    ),
    ...found.Purses.map(
      ({ InvitationId, DisplayName, Balance }) =>
        [`Purse of ${DisplayName}`, <Money key={InvitationId} value={Balance} />] as const,
    ),
  ] as const
}

type NewSaleProps = { till: Till; found: TillFound; chosen: string; onChoose: (way: string) => void }

function NewSale({ till, found, chosen, onChoose }: NewSaleProps) {
  const ways = waysToPay(found)
  const means = ways[Number(chosen)]?.means
  return (
    <AmountForm
      label={means?.Source === 'points' ? 'Amount in points' : 'Amount in dollars'}
      action="Hold"
      isWorking={till.isBusy}
      onAmount={(amount) => till.hold(amount, means ?? { Source: 'points' })}
    >
      {ways.length > 1 && (
        <NativeSelect
          label="Pay with"
          data={ways.map(({ label }, i) => ({ value: String(i), label }))}
          value={chosen}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
    </AmountForm>
  )
}

/** What can be paid with by the code: of several digital cards only the one that was scanned. */
function waysToPay(found: TillFound): { label: string; means: Means }[] {
  if (found.Kind === 'Card') return [{ label: 'Card', means: { Source: 'card' } }]
  const purse = found.Purses.find(({ IsDefault }) => IsDefault)
  return [
    ...found.Points.map(({ PointsTypeId, DisplayName }) => ({
      label: DisplayName,
      means: { Source: 'points', PointsTypeId } as const,
    })),
    ...(purse ? [{ label: `Purse of ${purse.DisplayName}`, means: { Source: 'purse' } as const }] : []),
  ]
}

function Settle({ till, held }: { till: Till; held: TillReceipt }) {
  return (
    <AmountForm
      label="Amount to take of what is held"
      action="Capture"
      start={held.Amount}
      isWorking={till.isBusy}
      onAmount={(amount) => till.capture(held, amount)}
      other={
        <WorkingButton variant="default" isWorking={till.isBusy} onClick={() => void till.release(held)}>
          Release
        </WorkingButton>
      }
    />
  )
}

function Refund({ till, sold }: { till: Till; sold: TillReceipt }) {
  return (
    <AmountForm
      label="Amount to give back"
      action="Refund"
      start={sold.Amount}
      isWorking={till.isBusy}
      onAmount={(amount) => till.refund(sold, amount)}
    />
  )
}

type AmountFormProps = {
  label: string
  action: string
  start?: number
  isWorking: boolean
  onAmount: (amount: number) => Promise<void>
  other?: ReactNode
  children?: ReactNode
}

function AmountForm({ label, action, start, isWorking, onAmount, other, children }: AmountFormProps) {
  const [amount, setAmount] = useState<number | ''>(start ?? '')
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault()
        // What is no amount the server refuses, and the till prints it.
        void onAmount(amount === '' ? 0 : amount)
      }}
    >
      {children}
      <NumberField
        label={label}
        className={styles.wide}
        decimalScale={2}
        value={amount}
        onChange={setAmount}
      />
      <Group gap="xs">
        <WorkingButton type="submit" isWorking={isWorking}>
          {action}
        </WorkingButton>
        {other}
      </Group>
    </form>
  )
}
