import { Text } from '@mantine/core'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { amountInWords } from '#contract/approvals/limits.ts'
import { type Approval, approvalsApi, approvalWords as text } from '#contract/approvals/approvals.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'

type Props = { approval: Approval; onClose: () => void }

function useParams({ ApprovalId: approvalId }: Approval) {
  return { businessId: useBusiness().BusinessId, approvalId }
}

/** '2,000 points for Anna Berg: Award points to a member, asked for by Rita.' */
function approvalInWords({ Kind, Amount, About, Title, AskedBy }: Approval): string {
  return `${amountInWords(Kind, Amount)} for ${About}: ${Title}, asked for by ${AskedBy}.`
}

/** Asks once more, and carries it out. */
export function ApproveModal({ approval, onClose }: Props) {
  const { run } = useAction(approvalsApi.approveRequest, {
    success: text.approved,
    failure: text.approveFailed,
  })
  const params = useParams(approval)
  return (
    <ConfirmModal
      title="Approve this request?"
      text={`${approvalInWords(approval)} It is carried out at once, in both your names.`}
      confirmLabel="Approve"
      onConfirm={() => run({ params })}
      onClose={onClose}
    />
  )
}

/** Asks for a reason, which who asked is told. */
export function RefuseDialog({ approval, onClose }: Props) {
  const { run } = useAction(approvalsApi.refuseRequest, {
    success: text.refused,
    failure: text.refuseFailed,
  })
  const params = useParams(approval)
  return (
    <FormModal
      title="Refuse this request?"
      submitLabel="Refuse"
      size="sm"
      schema={approvalsApi.refuseRequest.body}
      initialValues={{ Reason: '' }}
      onSubmit={async (body) => fieldsOf(await run({ params, body }))}
      onClose={onClose}
      draft={keptAs(`refusal ${approval.ApprovalId}`)}
    >
      {(form) => (
        <>
          <Text>{approvalInWords(approval)}</Text>
          <ReasonField {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}

export function WithdrawModal({ approval, onClose }: Props) {
  const { run } = useAction(approvalsApi.withdrawRequest, {
    success: text.withdrawn,
    failure: text.withdrawFailed,
  })
  const params = useParams(approval)
  return (
    <ConfirmModal
      title="Withdraw this request?"
      text="Nobody is asked to decide it any more."
      confirmLabel="Withdraw"
      onConfirm={() => run({ params })}
      onClose={onClose}
    />
  )
}
