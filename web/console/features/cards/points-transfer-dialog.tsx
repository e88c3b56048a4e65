import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import type { MemberListItem } from '#contract/members.ts'
import { messages } from '#contract/messages.ts'
import type { PointsBalance } from '#contract/points.ts'
import { pointsTransferApi, transferFieldsOf, transferLimits } from '#contract/points-transfer.ts'
import type { TransferCard } from '#contract/points-transfer.ts'
import { noPoints, PointsAmountFields } from '#parts/points-amount.tsx'
import type { PointsValues } from '#parts/points-amount.tsx'
import { PointsTypeField } from '#parts/points-type-field.tsx'
import { pointsInWords } from '#parts/points-text.tsx'
import { showsPoints } from '#parts/shows-points.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormModal } from '#ui/form-modal.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showsCards } from './shows-cards.ts'

const text = messages.pointsTransfer

type Values = PointsValues & { CardId: string; Description: string }

const noTransfer: Values = { ...noPoints, CardId: '', Description: '' }

/** Turns points of a member into money on one of their cards. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId: member.id }
  const { data, error, retry } = useRead(pointsTransferApi.getPointsTransferModal, { params })
  const types = data?.PointsTypes ?? []
  const [chosenId, choose] = useState('')
  const type = types.find(({ PointsTypeId }) => PointsTypeId === chosenId) ?? types[0]
  const { run } = useAction(pointsTransferApi.transferPointsToCard, {
    success: text.done,
    failure: 'The points were not transferred.',
    refreshes: [...showsPoints, ...showsCards],
  })
  const cards = data?.CherryPayCards ?? []
  const canTransfer = type !== undefined && cards.length > 0
  return (
    <FormModal
      title={text.title}
      submitLabel="Transfer"
      canSubmit={canTransfer}
      schema={transferFieldsOf(type, data ?? transferLimits)}
      initialValues={noTransfer}
      onSubmit={async ({ CardId: cardId, ...body }) => {
        const pointsTypeId = type?.PointsTypeId ?? ''
        return fieldsOf(await run({ params: { ...params, cardId, pointsTypeId }, body }))
      }}
      onClose={onClose}
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
          {data && !canTransfer && <EmptyState text={whyNot(types)} />}
          {type && canTransfer && (
            <Fields form={form} cards={cards} types={types} type={type} onChoose={choose} />
          )}
        </>
      )}
    </FormModal>
  )
}

function whyNot(types: readonly PointsBalance[]): string {
  return types.length === 0
    ? 'The venue of this member gives no points.'
    : 'This member has no active reloadable card to put points on.'
}

type FieldsProps = {
  form: UseFormReturnType<Values>
  cards: readonly TransferCard[]
  types: PointsBalance[]
  type: PointsBalance
  onChoose: (pointsTypeId: string) => void
}

function Fields({ form, cards, types, type, onChoose }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label="Card"
        required
        data={[
          { value: '', label: 'Choose a card' },
          ...cards.map(({ CardId, ExternalAccountId, CardProgramDescription }) => ({
            value: CardId,
            label: `${CardProgramDescription}, ${ExternalAccountId}`,
          })),
        ]}
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
