import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAction } from '#console/actions.ts'
import {
  administratorsApi,
  administratorWords as text,
  type Administrator,
} from '#contract/access/administrators.ts'
import { resetFactorApi } from '#contract/access/second-factor.ts'
import { userWords } from '#contract/access/user-words.ts'
import { factorReset, ResetFactorDialog } from '#features/access/users/reset-factor-dialog.tsx'
import { InvitationText } from '#features/access/users/sign-in-state.tsx'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

export type Deed = 'resend' | 'unlink' | 'reset factor' | 'disable' | 'enable'

type Props = { administrator: Administrator; onClose: () => void }

const dialogs: Record<Deed, (props: Props) => ReactNode> = {
  resend: ResendDialog,
  unlink: UnlinkDialog,
  'reset factor': ResetDialog,
  disable: DisableDialog,
  enable: EnableDialog,
}

/** Asks before something is done to a super administrator. */
export function AdministratorDialog({ deed, ...props }: Props & { deed: Deed }) {
  const Dialog = dialogs[deed]
  return <Dialog {...props} />
}

function useInvite({ Uid: uid }: Administrator) {
  const { run } = useAction(administratorsApi.inviteAdministrator, {
    success: 'Invitation sent.',
    failure: 'The invitation could not be sent.',
  })
  return () => run({ params: { uid } })
}

/** Says how the invitation fares before it is sent again. */
function ResendDialog({ administrator, onClose }: Props) {
  return (
    <ConfirmModal
      title={text.resendTitle}
      text={
        <>
          <InvitationText invitation={administrator.Invitation} />
          <Text mt="sm">{text.resendQuestion(administrator.DisplayName)}</Text>
        </>
      }
      confirmLabel="Resend"
      onConfirm={useInvite(administrator)}
      onClose={onClose}
    />
  )
}

function UnlinkDialog({ administrator, onClose }: Props) {
  return (
    <ConfirmModal
      title="Unlink from Microsoft?"
      text={userWords.linkedQuestion(administrator.DisplayName)}
      confirmLabel="Unlink and invite"
      danger
      onConfirm={useInvite(administrator)}
      onClose={onClose}
    />
  )
}

function ResetDialog({ administrator: { Uid: uid, DisplayName }, onClose }: Props) {
  const { run } = useAction(resetFactorApi.resetAdministratorFactor, { success: factorReset })
  return (
    <ResetFactorDialog
      name={DisplayName}
      onReset={(Proof) => run({ params: { uid }, body: Proof ? { Proof } : {} })}
      onClose={onClose}
    />
  )
}

function DisableDialog({ administrator: { Uid: uid, DisplayName }, onClose }: Props) {
  const { run } = useAction(administratorsApi.setAdministratorDisabled, {
    success: text.disabled,
    failure: text.disableFailed,
  })
  return (
    <ConfirmModal
      title={text.disableTitle}
      text={text.disableQuestion(DisplayName)}
      confirmLabel="Disable"
      danger
      onConfirm={() => run({ params: { uid }, body: { Value: true } })}
      onClose={onClose}
    />
  )
}

function EnableDialog({ administrator: { Uid: uid, DisplayName }, onClose }: Props) {
  const { run } = useAction(administratorsApi.setAdministratorDisabled, {
    success: text.enabled,
    failure: text.enableFailed,
  })
  return (
    <ConfirmModal
      title={text.enableTitle}
      text={text.enableQuestion(DisplayName)}
      confirmLabel="Enable"
      onConfirm={() => run({ params: { uid }, body: { Value: false } })}
      onClose={onClose}
    />
  )
}
