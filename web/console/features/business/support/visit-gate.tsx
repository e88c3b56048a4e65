import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { ConsolePage } from '#console/page.tsx'
import type { Business } from '#contract/business/business.ts'
import { SupportVisit, supportAccessApi, visitHours } from '#contract/business/support-access.ts'
import { consolePaths } from '#contract/console-paths.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

/** Asks a super administrator why they enter, in place of the page; once they have said so it goes on with that. */
export function VisitGate({ business }: { business: Business }) {
  const { BusinessId: businessId, DisplayName: name } = business
  const client = useQueryClient()
  const navigate = useNavigate()
  const { run } = useAction(supportAccessApi.beginSupportVisit)
  const isEntered = useRef(false)

  async function enter(body: { Reason: string }) {
    const answer = await run({ params: { businessId }, body })
    if (answer.ok) {
      isEntered.current = true
      // What was refused until now, wherever it is shown.
      void client.invalidateQueries()
    }
    return answer
  }

  return (
    <ConsolePage title={name}>
      <Text c="dimmed">{name} asks super administrators why they enter.</Text>
      <FormModal
        title={`Enter ${name}?`}
        submitLabel="Enter"
        schema={SupportVisit}
        initialValues={{ Reason: '' }}
        onSubmit={enter}
        onClose={() => {
          if (!isEntered.current) void navigate({ to: consolePaths.businesses })
        }}
        draft={keptAs(`visit ${businessId}`)}
      >
        {(form) => (
          <>
            <Text>
              The business reads your reason in its trail. You are let in for {visitHours} hours, or until you
              sign out.
            </Text>
            <Textarea
              label="Reason"
              autosize
              minRows={2}
              required
              data-autofocus
              {...form.getInputProps('Reason')}
            />
          </>
        )}
      </FormModal>
    </ConsolePage>
  )
}
