import { Text } from '@mantine/core'
import { useRef } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import type { useApprovalQuestion } from '#console/questions/approval.ts'
import { ApprovalRequest, approvalDays, approvalsApi, approvalWords } from '#contract/approvals/approvals.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'

type Sent = { params?: Record<string, string>; query?: Record<string, string | number>; body?: unknown }

/** Offers to put what was refused for its amount into the queue, for a reason. */
export function AskDialog({ question }: { question: NonNullable<ReturnType<typeof useApprovalQuestion>> }) {
  const { run } = useAction(approvalsApi.askForApproval, {
    success: approvalWords.asked,
    failure: approvalWords.askFailed,
  })
  const { params = {}, query, body } = question.input as Sent
  const isAsked = useRef(false)
  return (
    <FormModal
      title="Ask for approval?"
      submitLabel="Ask for approval"
      size="sm"
      schema={ApprovalRequest.pick({ Reason: true })}
      initialValues={{ Reason: '' }}
      onSubmit={async ({ Reason }) => {
        const answer = await run({
          params: { businessId: params['businessId'] ?? '' },
          body: { Act: question.act, Params: params, Query: query, Body: body, Reason },
        })
        isAsked.current = answer.ok
        return fieldsOf(answer)
      }}
      onClose={() => question.settle(isAsked.current)}
      draft={keptAs(`asking ${question.act} ${Object.values(params).join(' ')}`)}
    >
      {(form) => (
        <>
          <Text>{question.sentence}</Text>
          <Text c="dimmed">
            Somebody else who may do this decides on the page {approvalWords.title}. It waits for{' '}
            {approvalDays} days, and you see there what becomes of it.
          </Text>
          <ReasonField {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}
