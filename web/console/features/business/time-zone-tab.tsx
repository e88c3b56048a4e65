import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { businessApi } from '#contract/business/business.ts'
import { TimeZoneField } from '#parts/time-zone-field.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'

/** Whose clocks tell the day in the business. Saved by a press alone: it moves the day of cards, reminders and reports. */
export function Tab() {
  const { BusinessId: businessId, TimeZone } = useBusiness()
  const [chosen, setChosen] = useState(TimeZone)
  const { run, isRunning } = useAction(businessApi.setTimeZone, {
    success: 'Time zone updated.',
    failure: 'Time zone update failed.',
  })
  return (
    <Stack align="flex-start" maw="32rem">
      <TimeZoneField
        businessId={businessId}
        description="Who is financial, when cards expire, reminders and reports go by the day there. A venue elsewhere can have its own."
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        w="100%"
      />
      <WorkingButton
        isWorking={isRunning}
        onClick={() => void run({ params: { businessId }, body: { TimeZone: chosen } })}
      >
        Save
      </WorkingButton>
    </Stack>
  )
}
