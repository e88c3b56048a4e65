import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import type { MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import type { PointsBalance } from '#contract/points/points.ts'
import {
  type PointsTransferRequest,
  transferFieldsOf,
  transferLimits,
} from '#contract/points/points-transfer.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { notLoaded } from '#ui/form/why-not.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { noPoints, PointsAmountFields, type PointsValues } from './points-amount.tsx'
import { pointsInWords } from './points-text.tsx'
import { PointsTypeField } from './points-type-field.tsx'

type Values = PointsValues & { CardId: string; Description: string }

const noTransfer: Values = { ...noPoints, CardId: '', Description: '' }

type Offer = { PointsTypes: PointsBalance[]; Minimum: number; Maximum: number }
type Target = { value: string; label: string }

type Props = {
  member: MemberListItem
  title: string
  /** What the form needs, as far as it is there. */
  read: { data: Offer | undefined; error: { message: string } | null; retry: () => void }
  /** Where points can go, and what is said where they can go nowhere. */
  targets: readonly Target[]
  noTarget: string
  onTransfer: (
    targetId: string,
    pointsTypeId: string,
    body: z.output<typeof PointsTransferRequest>,
  ) => Promise<SubmitResult>
  onClose: () => void
}

/** Turns points of a member into money, on a card of whatever kind. */
export function PointsTransferDialog(props: Props) {
  const { member, title, read, targets, noTarget, onTransfer, onClose } = props
  const { data, error, retry } = read
  const types = data?.PointsTypes ?? []
  const [chosenId, choose] = useState('')
  const type = types.find(({ PointsTypeId }) => PointsTypeId === chosenId) ?? types[0]
  const canTransfer = type !== undefined && targets.length > 0
  return (
    <FormModal
      title={title}
      submitLabel="Transfer"
      whyNot={canTransfer ? null : data ? 'There is nothing to transfer.' : notLoaded(error)}
      schema={transferFieldsOf(type, data ?? transferLimits)}
      initialValues={noTransfer}
      onSubmit={({ CardId, ...body }) => onTransfer(CardId, type?.PointsTypeId ?? '', body)}
      onClose={onClose}
      draft={keptAs(`transfer ${title} ${member.id}`, { chosen: [chosenId, choose] })}
      note={({ PointsByQuantity }) => afterwards(type, PointsByQuantity)}
    >
      {(form) => (
        <>
          <Text fw={600}>
            {member.FirstName} {member.LastName}
          </Text>
          {!data && error && (
            <ErrorState title={messages.members.formFailed} detail={error.message} onRetry={retry} />
          )}
          {!data && !error && <Skeleton height="16rem" />}
          {data && !canTransfer && <EmptyState text={types.length === 0 ? noPointsThere : noTarget} />}
          {type && canTransfer && (
            <Fields form={form} targets={targets} types={types} type={type} onChoose={choose} />
          )}
        </>
      )}
    </FormModal>
  )
}

const noPointsThere = 'The venue of this member gives no points.'

type FieldsProps = {
  form: UseFormReturnType<Values>
  targets: readonly Target[]
  types: PointsBalance[]
  type: PointsBalance
  onChoose: (pointsTypeId: string) => void
}

function Fields({ form, targets, types, type, onChoose }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label="Card"
        required
        data={[{ value: '', label: 'Choose a card' }, ...targets]}
        {...form.getInputProps('CardId')}
      />
      <PointsTypeField
        types={types}
        type={type}
        onChoose={(pointsTypeId) => {
          onChoose(pointsTypeId)
          form.setValues({ PointsByDollarValue: '', PointsByQuantity: '' })
        }}
      />
      <TextInput label="Description" required {...form.getInputProps('Description')} />
      <PointsAmountFields form={form} ratio={type.PointsToDollarRatio} />
    </>
  )
}

function afterwards(type: PointsBalance | undefined, taken: number | ''): string | null {
  if (!type || taken === '' || taken > type.PointsBalanceQuantity) return null
  return `Then ${pointsInWords(type.PointsBalanceQuantity - taken)}`
}
