import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './till-page.module.css'
import type { Till } from './use-till.ts'

/** Prints a receipt again that somebody has brought. */
export function ReceiptPanel({ till }: { till: Till }) {
  const [receipt, setReceipt] = useState('')
  return (
    <Panel title="Receipt again">
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          void till.printAgain(receipt)
        }}
      >
        <TextInput
          label="Receipt, such as R-3F7K"
          className={styles.wide}
          required
          value={receipt}
          onChange={(event) => setReceipt(event.currentTarget.value)}
        />
        <WorkingButton type="submit" isWorking={till.isBusy}>
          Print a copy
        </WorkingButton>
      </form>
    </Panel>
  )
}
