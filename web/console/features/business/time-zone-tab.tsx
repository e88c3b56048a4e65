import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { businessApi } from '#contract/business/business.ts'
import { TimeZoneField } from '#parts/time-zone-field.tsx'

/** Whose clocks tell the day in the business. */
export function Tab() {
  const { BusinessId: businessId, TimeZone } = useBusiness()
  const { run, isRunning } = useAction(businessApi.setTimeZone, {
    success: 'Time zone updated.',
    failure: 'Time zone update failed.',
  })
  return (
    <TimeZoneField
      businessId={businessId}
      description="Who is financial, when cards expire, reminders and reports go by the day there. A venue elsewhere can have its own."
      value={TimeZone}
      disabled={isRunning}
      onChange={({ currentTarget }) =>
        void run({ params: { businessId }, body: { TimeZone: currentTarget.value } })
      }
      maw="32rem"
    />
  )
}
