import { Button } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { deskApi } from '#contract/requests/desk.ts'
import { ActionsMenu } from '#ui/table/actions-menu.tsx'
import { openAtDesk } from './open-at-desk.ts'

type Form = { Meta: { Id: string }; DisplayName: string }

/** Starts an application for whoever stands at the desk. */
export function ApplyAtDesk({ forms }: { forms: readonly Form[] }) {
  const { BusinessId: businessId } = useBusiness()
  const mayApply = useMay(deskApi.applyAtDesk)
  const { run } = useAction(deskApi.applyAtDesk, { failure: 'The form could not be opened.' })
  const [first, ...others] = forms.map(({ Meta, DisplayName }) => ({
    label: DisplayName,
    onClick: () => void openAtDesk(() => run({ params: { businessId, formId: Meta.Id } })),
  }))
  if (!mayApply || !first) return null
  if (others.length > 0) return <ActionsMenu label="Fill in at the desk" actions={[first, ...others]} />
  return <Button onClick={first.onClick}>Fill in at the desk</Button>
}
