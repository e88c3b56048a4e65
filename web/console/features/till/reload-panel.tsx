import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type Tender, tenders } from '#contract/till/tender.ts'
import { NumberField } from '#ui/form/number-field.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './till-page.module.css'
import type { Till } from './use-till.ts'

/** Puts money on the card that was found, and takes a mistake back. */
export function ReloadPanel({ till }: { till: Till }) {
  const [amount, setAmount] = useState<number | ''>('')
  const [tender, setTender] = useState<Tender>('Cash')
  const { reloaded } = till.sale
  return (
    <Panel title="Reload">
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          // What is no amount the server refuses, and the till prints it.
          void till.reload(amount === '' ? 0 : amount, tender)
        }}
      >
        <NumberField
          label="Dollars paid in"
          className={styles.wide}
          decimalScale={2}
          value={amount}
          onChange={setAmount}
        />
        <NativeSelect
          label="Paid by"
          data={[...tenders]}
          value={tender}
          onChange={(event) => setTender(event.currentTarget.value as Tender)}
        />
        <WorkingButton type="submit" isWorking={till.isBusy}>
          Reload
        </WorkingButton>
        {reloaded && (
          <WorkingButton
            variant="default"
            isWorking={till.isBusy}
            onClick={() => void till.voidReload(reloaded)}
          >
            Take back
          </WorkingButton>
        )}
      </form>
    </Panel>
  )
}
