import { Alert, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useSettings } from '#console/settings.ts'
import { registerIsMadeUp } from '#contract/business/register-words.ts'
import { type BusinessSettings, settingsApi } from '#contract/business/settings.ts'
import { formatAbn } from '#contract/values/abn.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { formatDateTime } from '#ui/text/format.ts'
import { AbnDialog } from './abn-dialog.tsx'

/** What the business register says of the business. */
export function RegistrationPanel({ settings }: { settings: BusinessSettings }) {
  const { BusinessId: businessId } = useBusiness()
  const { RegisterIsMadeUp } = useSettings()
  const [isChanging, setChanging] = useState(false)
  const { run, isRunning } = useAction(settingsApi.confirmAbn, {
    success: 'The register has confirmed the ABN.',
    failure: 'The register has not confirmed the ABN.',
  })
  const { ABN, LegalName, AbnConfirmedDate } = settings
  return (
    <Panel title="Registration">
      <Stack gap="sm" align="flex-start">
        {RegisterIsMadeUp && <Alert color="orange">{registerIsMadeUp}</Alert>}
        <Facts
          facts={[
            ['ABN', formatAbn(ABN)],
            ['Legal name', LegalName],
            ['Confirmed', AbnConfirmedDate ? formatDateTime(AbnConfirmedDate) : 'Not by the register'],
          ]}
        />
        <Group gap="sm">
          <WorkingButton
            variant="default"
            isWorking={isRunning}
            onClick={() => void run({ params: { businessId }, body: { ABN } })}
          >
            Ask the register again
          </WorkingButton>
          <WorkingButton variant="default" isWorking={false} onClick={() => setChanging(true)}>
            Change ABN
          </WorkingButton>
        </Group>
      </Stack>
      {isChanging && <AbnDialog settings={settings} onClose={() => setChanging(false)} />}
    </Panel>
  )
}
