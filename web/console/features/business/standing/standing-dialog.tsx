import { Text } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { standingApi, StandingChange } from '#contract/business/standing.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'

export type Act = 'suspend' | 'lift' | 'take back'

const rows = {
  suspend: standingApi.suspendBusiness,
  lift: standingApi.liftSuspension,
  'take back': standingApi.takeBackEnding,
}

type Words = { title: string; submitLabel: string; done: string; effect: string }

const wordsOf: Readonly<Record<Act, (name: string) => Words>> = {
  suspend: (name) => ({
    title: `Suspend ${name}?`,
    submitLabel: 'Suspend',
    done: 'The business is suspended.',
    effect: `Nobody at ${name} can sign in or work, its tills and doors refuse, and its patrons read that the club is unavailable. Payments under way are still taken in. Nothing is lost.`,
  }),
  lift: (name) => ({
    title: `Lift the suspension of ${name}?`,
    submitLabel: 'Lift',
    done: 'The business is open again.',
    effect: `Everybody at ${name} can sign in and work again, and what rested goes on.`,
  }),
  'take back': (name) => ({
    title: `Take the end of ${name} back?`,
    submitLabel: 'Take back',
    done: 'The business is no longer ended. It is suspended until that is lifted.',
    effect: `${name} is not erased, and nothing of it is lost. It stays suspended: lift that once everything is as it should be.`,
  }),
}

export const whereReasonsAre =
  "It is kept in the trail of the business, where its users read it, and in the platform's."

/** Asks why a business is suspended, opened again or taken back, and does so. */
export function StandingDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { BusinessId: businessId, DisplayName: name } = useBusiness()
  const { run } = useAction(rows[act])
  const { effect, ...words } = wordsOf[act](name)
  return (
    <FormModal
      {...words}
      schema={StandingChange}
      initialValues={{ Reason: '' }}
      onSubmit={(body) => run({ params: { businessId }, body })}
      onClose={onClose}
      draft={keptAs(act)}
    >
      {(form) => (
        <>
          <Text>{effect}</Text>
          <ReasonField description={whereReasonsAre} {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}
