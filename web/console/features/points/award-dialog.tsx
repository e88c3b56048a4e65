import { Text } from '@mantine/core'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import type { MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { awardLimits, pointsApi, pointsRequestOf, type PointsBalance } from '#contract/points/points.ts'
import { noPoints, PointsAmountFields } from '#parts/points-amount.tsx'
import { pointsInWords } from '#parts/points-text.tsx'
import { PointsTypeField } from '#parts/points-type-field.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { notLoaded } from '#ui/form/why-not.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import type { CallInput } from '#web/api-client.ts'

const text = messages.points

/** Adds points to a member: dollars and points are two ways to say how many. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId: member.id }
  const { data, error, retry } = useRead(pointsApi.getPointsRequestModal, { params })
  const [chosenId, choose] = useState('')
  const types = data?.PointsTypes ?? []
  const type = types.find(({ PointsTypeId }) => PointsTypeId === chosenId) ?? types[0]
  const { run } = useAction(pointsApi.awardPoints, { failure: text.awardFailed, outlivesReload: true })
  const tell = useTellAwarded()
  const pointsTypeId = type?.PointsTypeId ?? ''
  return (
    <FormModal
      title={text.awardTitle}
      submitLabel="Add points"
      whyNot={type ? null : data ? 'There are no points to add.' : notLoaded(error)}
      schema={pointsRequestOf(type?.PointsToDollarRatio ?? 1, data ?? awardLimits)}
      initialValues={noPoints}
      onSubmit={async (body) => {
        const given = { ...params, pointsTypeId }
        const answer = await run({ params: given, body })
        if (answer.ok) tell({ ...given, transactionId: answer.data.TransactionId })
        return fieldsOf(answer)
      }}
      onClose={onClose}
      draft={keptAs(`award ${member.id}`, { chosen: [chosenId, choose] })}
      note={({ PointsByQuantity }) => newBalance(type, PointsByQuantity)}
    >
      {(form) => (
        <>
          <Text fw={600}>
            {member.FirstName} {member.LastName}
          </Text>
          {!data && <Loading error={error} retry={retry} />}
          {data && !type && <EmptyState text="The venue of this member gives no points." />}
          {type && (
            <PointsTypeField
              types={types}
              type={type}
              onChoose={(id) => {
                choose(id)
                form.setValues({ PointsByDollarValue: '', PointsByQuantity: '' })
              }}
            />
          )}
          {type && <PointsAmountFields form={form} ratio={type.PointsToDollarRatio} isFirst />}
        </>
      )}
    </FormModal>
  )
}

/** Says so and, to those who may reverse it, offers to take it back. */
function useTellAwarded() {
  const mayUndo = useMay(pointsApi.reversePoints)
  const { run } = useAction(pointsApi.reversePoints, { success: text.takenBack, failure: text.notTakenBack })
  return (params: CallInput<typeof pointsApi.reversePoints>['params']) => {
    if (!mayUndo) toasts.success(text.awarded)
    else toasts.undoable(text.awarded, () => void run({ params, body: { Reason: text.takenBackReason } }))
  }
}

function Loading({ error, retry }: { error: { message: string } | null; retry: () => void }) {
  if (!error) return <Skeleton height="10rem" />
  return <ErrorState title={messages.members.formFailed} detail={error.message} onRetry={retry} />
}

function newBalance(type: PointsBalance | undefined, added: number | ''): string | null {
  return type && added !== '' ? `Then ${pointsInWords(type.PointsBalanceQuantity + added)}` : null
}
