import { Switch, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { supportAccessApi } from '#contract/business/support-access.ts'
import { Panel } from '#ui/layout/panel.tsx'

/** Whether super administrators of Hub say why before they enter the business. */
export function SupportAccessPanel() {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(supportAccessApi.getSupportAccess, { params: { businessId } })
  const { run, isRunning } = useAction(supportAccessApi.setSupportAccess, {
    success: 'Support access has been changed.',
    failure: 'Support access could not be changed.',
  })
  // It stands as it was put while that is saved.
  const [wanted, setWanted] = useState<boolean | null>(null)
  // Nobody misses it while it can't be read: the settings are what the page is for.
  if (!data) return null

  async function change(IsReasonAsked: boolean) {
    setWanted(IsReasonAsked)
    const { ok } = await run({ params: { businessId }, body: { IsReasonAsked } })
    if (!ok) setWanted(null)
  }

  return (
    <Panel title="Support access">
      <Text mb="sm">
        Super administrators of Hub look after all businesses. What they do here is in the audit trail, marked
        as theirs.
      </Text>
      <Switch
        label="Ask for a reason before a super administrator enters"
        description="They enter for 8 hours at most; the reason stands in the audit trail."
        checked={wanted ?? data.IsReasonAsked}
        disabled={isRunning}
        onChange={({ currentTarget: { checked } }) => void change(checked)}
      />
    </Panel>
  )
}
