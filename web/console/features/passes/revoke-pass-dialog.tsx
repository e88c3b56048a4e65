import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import type { Member } from '#contract/members/members.ts'
import { passesApi, type MemberPass } from '#contract/passes/passes.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { ReasonField } from '#ui/form/reason-field.tsx'

type Props = { member: Member; pass: MemberPass; onClose: () => void }

/** Asks why, and takes a digital card back. */
export function RevokePassDialog({ member, pass, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(passesApi.revokePass, {
    success: 'Card revoked.',
    failure: 'The card was not revoked.',
  })
  const params = { businessId, memberId: member.id, invitationId: pass.InvitationId }
  return (
    <FormModal
      title="Revoke Card?"
      submitLabel="Revoke card"
      size="sm"
      schema={passesApi.revokePass.body}
      initialValues={{ Reason: '' }}
      onSubmit={async (body) => fieldsOf(await run({ params, body }))}
      onClose={onClose}
      draft={keptAs(`revocation ${pass.InvitationId}`)}
    >
      {(form) => (
        <>
          <p>
            The {pass.DisplayName} of {member.FirstName} {member.LastName} stops working at once, in wallets
            and at the door. It can&rsquo;t be undone, but a new one can be sent.
            {pass.Balance > 0 && ` ${formatMoney(pass.Balance)} in its purse go on to the next one.`}
          </p>
          <ReasonField {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}
