import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { businessApi, type Business } from '#contract/business/business.ts'
import { revised, unlessChanged, useRevisedSave } from '#parts/conflict/revised-save.ts'
import { TimeZoneField } from '#parts/time-zone-field.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { call } from '#web/api-client.ts'

/** Whose clocks tell the day in the business. Saved by a press alone: it moves the day of cards, reminders and reports. */
export function TimeZoneForm() {
  const business = useBusiness()
  const { BusinessId: businessId } = business
  const [start, setStart] = useState(() => revisedOf(business))
  const [chosen, setChosen] = useState(business.TimeZone)
  // Somebody else has saved: where nothing is lost by it, theirs is shown.
  if (business.Revision !== start.revision && chosen === start.fields.TimeZone) {
    setStart(revisedOf(business))
    setChosen(business.TimeZone)
  }
  const { run, isRunning } = useAction(businessApi.setTimeZone, {
    success: 'Time zone updated.',
    failure: unlessChanged('Time zone update failed.'),
  })
  const { save, question } = useRevisedSave({
    what: 'business',
    send: (body: { TimeZone: string }, revision) =>
      run({ params: { businessId }, query: { revision }, body }),
    read: async () =>
      revised(
        await call(businessApi.listBusinesses, { query: { businessId } }),
        ({ Results: [now] }) => now && revisedOf(now),
      ),
  })

  async function press() {
    const { ok } = await save({ TimeZone: chosen }, start)
    // Nothing is unsaved any more: what is read next is taken as it is.
    if (ok) setStart({ fields: { TimeZone: chosen }, revision: start.revision })
  }

  return (
    <Stack align="flex-start" maw="32rem">
      <TimeZoneField
        businessId={businessId}
        description="Who is financial, when cards expire, reminders and reports go by the day there. A venue elsewhere can have its own."
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        w="100%"
      />
      <WorkingButton isWorking={isRunning} onClick={() => void press()}>
        Save time zone
      </WorkingButton>
      {question}
    </Stack>
  )
}

function revisedOf({ TimeZone: zone, Revision }: Business) {
  return { fields: { TimeZone: zone }, revision: Revision }
}
