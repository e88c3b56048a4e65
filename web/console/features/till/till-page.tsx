import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call, type Answer } from '#web/api-client.ts'
import { tillApi } from '#contract/till/till.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { FoundPanel } from './found-panel.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'
import { ReloadPanel } from './reload-panel.tsx'
import { Slips } from './slips.tsx'
import type { DemoTill } from './till-calls.ts'
import styles from './till-page.module.css'
import { useTill } from './use-till.ts'

/** A toy till, for playing with cards and points in the demo. It works with the key of a till and nothing else. */
export function TillPage() {
  const [till, setTill] = useState<Answer<DemoTill> | null>(null)
  const load = () => void call(tillApi.getDemoTill).then(setTill)
  useEffect(load, [])
  return (
    <main className={styles.page} tabIndex={-1}>
      <title>Till · Hub</title>
      <PageHeader
        title="Till"
        subtitle="A toy till of Harbourside’s main bar. It pays with cards, points and digital cards through the API, as a real one does."
      />
      {till?.ok && <Desk till={till.data} />}
      {till && !till.ok && <ErrorState title="There is no till." detail={till.message} onRetry={load} />}
    </main>
  )
}

function Desk({ till: demo }: { till: DemoTill }) {
  const till = useTill(demo)
  const [code, setCode] = useState('')
  const lookUp = (wanted: string) => {
    setCode(wanted)
    void till.lookUp(wanted)
  }
  return (
    <div className={styles.desk}>
      <div className={styles.sale}>
        <Panel title="Card, member or digital card">
          <form
            className={styles.row}
            onSubmit={(event) => {
              event.preventDefault()
              lookUp(code)
            }}
          >
            <TextInput
              label="Number or code"
              className={styles.wide}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <WorkingButton type="submit" isWorking={till.isBusy}>
              Look up
            </WorkingButton>
          </form>
          <Text size="sm" c="dimmed" mt="md" mb={4}>
            Numbers to try
          </Text>
          <Group gap="xs">
            {demo.Codes.map(({ Label, Code }) => (
              <Button key={Code} size="xs" variant="default" onClick={() => lookUp(Code)}>
                {Label}
              </Button>
            ))}
          </Group>
        </Panel>
        {till.sale.found && <FoundPanel key={till.sale.code} till={till} found={till.sale.found} />}
        {till.sale.found?.Kind === 'Card' && <ReloadPanel key={`reload ${till.sale.code}`} till={till} />}
        <ReceiptPanel till={till} />
      </div>
      <Slips slips={till.slips} />
    </div>
  )
}
