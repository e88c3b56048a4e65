import { Text } from '@mantine/core'
import { z } from 'zod'
import { FormModal } from '#ui/form/form-modal.tsx'
import styles from './conflict.module.css'
import type { Difference, Pick } from './differences.ts'
import { PickRow, type ShowValue } from './pick-row.tsx'

const Picks = z.object({
  picks: z.array(z.custom<Pick>().refine((pick) => pick !== '', 'Both of you have changed this: pick one.')),
})

type Props = {
  title: string
  /** Who was faster. */
  said: string
  differences: readonly Difference[]
  showValue?: ShowValue | undefined
  /** Gets the keys of what is to be as they have it. */
  onPicked: (theirs: ReadonlySet<string>) => void
  onClose: () => void
}

/** Two people have edited one record: what each has where they differ, to be picked field by field. */
export function ConflictDialog({ title, said, differences, showValue, onPicked, onClose }: Props) {
  async function save({ picks }: { picks: Pick[] }) {
    const theirs = differences.filter((_, index) => picks[index] === 'theirs')
    onPicked(new Set(theirs.map(({ key }) => key)))
    return { ok: true }
  }

  return (
    <FormModal
      title={title}
      submitLabel="Save"
      size="xl"
      schema={Picks}
      initialValues={{ picks: differences.map(({ suggested }) => suggested) }}
      onSubmit={save}
      onClose={onClose}
      withoutDraft="It is asked again by the next save, of what stands then."
    >
      {(form) => (
        <>
          <Text>
            {said}{' '}
            {differences.length > 0
              ? 'Pick what is to be kept where your changes and theirs differ.'
              : 'It is the same as yours: nothing is lost by saving.'}
          </Text>
          <div className={styles.rows}>
            {differences.map((difference, index) => (
              <PickRow
                key={difference.key}
                difference={difference}
                value={form.values.picks[index] ?? ''}
                error={form.errors[`picks.${index}`]}
                showValue={showValue}
                onPick={(pick) => form.setFieldValue(`picks.${index}`, pick)}
              />
            ))}
          </div>
        </>
      )}
    </FormModal>
  )
}
