import { NativeSelect, Textarea } from '@mantine/core'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { lossReasons } from '#contract/cards/card-replacement.ts'
import type { Member } from '#contract/members/members.ts'
import { passReplacementApi } from '#contract/passes/pass-replacement.ts'
import type { MemberPass } from '#contract/passes/passes.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'

type Props = { member: Member; pass: MemberPass; onClose: () => void }

/** Asks what has become of a phone, and sends another digital card in place of the one on it. */
export function ReplacePassDialog({ member, pass, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(passReplacementApi.replacePass, {
    success: 'Card replaced. The new invitation was sent.',
    failure: 'The card was not replaced.',
  })
  const params = { businessId, memberId: member.id, invitationId: pass.InvitationId }
  return (
    <FormModal
      title="Replace Digital Card"
      submitLabel="Replace card"
      size="sm"
      danger
      schema={passReplacementApi.replacePass.body}
      initialValues={{ Reason: 'Lost' as const, Note: '' }}
      onSubmit={async (body) => fieldsOf(await run({ params, body }))}
      onClose={onClose}
      draft={keptAs(`replacement ${pass.InvitationId}`)}
    >
      {(form) => (
        <>
          <p>
            The {pass.DisplayName} of {member.FirstName} {member.LastName} stops working at once on the old
            phone: in wallets, at the door and at tills. A new invitation is sent to where they are usually
            reached.
            {pass.Balance > 0 && ` ${formatMoney(pass.Balance)} in its purse go on to the new one.`}
          </p>
          <NativeSelect label="Reason" required data={lossReasons} {...form.getInputProps('Reason')} />
          <Textarea label="Note" autosize minRows={2} maxRows={6} {...form.getInputProps('Note')} />
        </>
      )}
    </FormModal>
  )
}
