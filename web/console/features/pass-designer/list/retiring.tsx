import { Alert, Button } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import {
  passConfigurationsApi,
  type PassConfiguration,
  type PassConfigurationSummary,
} from '#contract/passes/pass-configurations.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

type DialogProps = { pass: PassConfigurationSummary; onClose: () => void }

const useParams = ({ PassConfigurationId }: Pick<PassConfiguration, 'PassConfigurationId'>) => {
  const { BusinessId: businessId } = useBusiness()
  return { params: { businessId, passConfigurationId: PassConfigurationId } }
}

/** Asks before nobody can be invited to a pass any more. */
export function RetireDialog({ pass, onClose }: DialogProps) {
  const input = useParams(pass)
  const { run } = useAction(passConfigurationsApi.retirePassConfiguration, {
    success: 'Pass retired.',
    failure: 'The pass could not be retired.',
  })
  return (
    <ConfirmModal
      title={`Retire ${pass.DisplayName}?`}
      text="Nobody can be invited to it any more. Those who have it keep it, and it still follows your changes. You can bring it back."
      confirmLabel="Retire"
      onConfirm={() => run(input)}
      onClose={onClose}
    />
  )
}

/** Asks before a pass is gone for good. */
export function DeletePassDialog({ pass, onClose }: DialogProps) {
  const input = useParams(pass)
  const { run } = useAction(passConfigurationsApi.deletePassConfiguration, {
    success: 'Pass deleted.',
    failure: 'The pass could not be deleted.',
  })
  return (
    <ConfirmModal
      title={`Delete ${pass.DisplayName}?`}
      text="Its design and pictures are gone for good. That is possible as long as nobody has been invited to it."
      confirmLabel="Delete"
      danger
      onConfirm={() => run(input)}
      onClose={onClose}
    />
  )
}

/** Has members invited to a pass again. */
export function useBringBack() {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(passConfigurationsApi.restorePassConfiguration, {
    success: 'Pass brought back.',
    failure: 'The pass could not be brought back.',
  })
  const bringBack = (passConfigurationId: string) => void run({ params: { businessId, passConfigurationId } })
  return { bringBack, isRunning }
}

/** Says of a retired pass that it is, with the way back. */
export function RetiredNotice({ pass }: { pass: PassConfiguration }) {
  const { bringBack, isRunning } = useBringBack()
  if (pass.DateRetired === null) return null
  return (
    <Alert color="gray" p="sm" mb="md">
      <strong>Retired</strong> by {pass.RetiredByUser} on <DateText value={pass.DateRetired} />. Nobody is
      invited to it; those who have it still get your changes.{' '}
      <Button
        variant="default"
        size="compact-sm"
        disabled={isRunning}
        onClick={() => bringBack(pass.PassConfigurationId)}
      >
        Bring back
      </Button>
    </Alert>
  )
}
