import { Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { MemberFields } from '#contract/members/member-fields.ts'
import { memberHistoryApi } from '#contract/members/member-history.ts'
import type { Member } from '#contract/members/members.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import styles from './conflict-dialog.module.css'
import { differencesOf, withTheirs, type Pick } from './merge-fields.ts'
import { PickRow } from './pick-row.tsx'

const Picks = z.object({
  picks: z.array(z.custom<Pick>().refine((pick) => pick !== '', 'Both of you have changed this: pick one.')),
})

type Props = {
  mine: MemberFields
  base: MemberFields
  theirs: Member
  onSave: (merged: MemberFields) => Promise<SubmitResult>
  onClose: () => void
}

/** Two people have edited one member: what each has where they differ, to be picked field by field. */
export function ConflictDialog({ mine, base, theirs, onSave, onClose }: Props) {
  const [saved] = useState(() => MemberFields.parse(theirs))
  const [differences] = useState(() => differencesOf(base, mine, saved))

  function save({ picks }: { picks: Pick[] }) {
    const keys = differences.filter((_, index) => picks[index] === 'theirs').map(({ key }) => key)
    return onSave(withTheirs(mine, saved, new Set(keys)))
  }

  return (
    <FormModal
      title="Somebody else has changed this member meanwhile."
      submitLabel="Save"
      size="xl"
      schema={Picks}
      initialValues={{ picks: differences.map(({ suggested }) => suggested) }}
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <LastChange memberId={theirs.id} />
          {differences.length === 0 && <Text>It is the same as yours: nothing is lost by saving.</Text>}
          <div className={styles.rows}>
            {differences.map((difference, index) => (
              <PickRow
                key={difference.key}
                difference={difference}
                value={form.values.picks[index] ?? ''}
                error={form.errors[`picks.${index}`]}
                onPick={(pick) => form.setFieldValue(`picks.${index}`, pick)}
              />
            ))}
          </div>
        </>
      )}
    </FormModal>
  )
}

function LastChange({ memberId }: { memberId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(memberHistoryApi.listMemberHistory, {
    params: { businessId, memberId },
    query: { limit: 1 },
  })
  const last = data?.Results[0]
  return (
    <Text>
      {last && (
        <>
          <strong>{last.ActorName}</strong> saved on <DateText value={last.At} withTime />.{' '}
        </>
      )}
      Pick what is to be kept where your changes and theirs differ.
    </Text>
  )
}
