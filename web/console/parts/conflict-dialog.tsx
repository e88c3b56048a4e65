import { Button, Checkbox, Modal, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { DateText } from '#ui/date/date-text.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from './conflict-dialog.module.css'

/** A part of a document that two people have differently, in words. */
export type Difference<Part extends string> = {
  part: Part
  label: string
  mine: unknown
  theirs: unknown
}

type Props<Part extends string> = {
  title: string
  /** Who saved meanwhile, and when. */
  by: string | null
  at: string
  differences: readonly Difference<Part>[]
  /** The parts that I have changed: where only they have changed something, theirs is meant. */
  changedByMe: readonly Part[]
  /** Saves with these parts as I have them. False keeps the dialog open. */
  onSave: (kept: readonly Part[]) => Promise<boolean>
  onClose: () => void
}

/** Somebody else has saved a document meanwhile: what differs, and whose is kept, part by part. */
export function ConflictDialog<Part extends string>(props: Props<Part>) {
  const { title, by, at, differences, changedByMe, onSave, onClose } = props
  const { modal, close } = useDialog(onClose)
  const [kept, setKept] = useState(changedByMe)
  const [isSaving, setSaving] = useState(false)

  async function save() {
    setSaving(true)
    if (await onSave(kept).finally(() => setSaving(false))) close()
  }

  return (
    <Modal {...modal} title={title} size="lg">
      <Text mb="md">
        <strong>{by ?? 'Somebody'}</strong> saved on <DateText value={at} withTime />.{' '}
        {differences.length > 0
          ? 'Tick what is to be as you have it; the rest stays as they saved it.'
          : 'It is the same as yours: nothing is lost by saving.'}
      </Text>
      <ul className={styles.differences}>
        {differences.map((difference) => (
          <DifferenceRow
            key={difference.part}
            difference={difference}
            isKept={kept.includes(difference.part)}
            onKeep={(isKept) =>
              setKept(isKept ? [...kept, difference.part] : kept.filter((each) => each !== difference.part))
            }
          />
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" onClick={close} disabled={isSaving}>
          Cancel
        </Button>
        <WorkingButton isWorking={isSaving} onClick={() => void save()}>
          Save
        </WorkingButton>
      </div>
    </Modal>
  )
}

type RowProps = { difference: Difference<string>; isKept: boolean; onKeep: (isKept: boolean) => void }

function DifferenceRow({ difference: { label, mine, theirs }, isKept, onKeep }: RowProps) {
  return (
    <li>
      <Checkbox
        label={`Keep my ${label.toLowerCase()}`}
        checked={isKept}
        onChange={(event) => onKeep(event.currentTarget.checked)}
      />
      <dl>
        <dt>Mine</dt>
        <dd>{shownWords(mine)}</dd>
        <dt>Theirs</dt>
        <dd>{shownWords(theirs)}</dd>
      </dl>
    </li>
  )
}

function shownWords(words: unknown): string {
  if (typeof words === 'boolean') return words ? 'Yes' : 'No'
  return [words].flat().join(' · ') || '-'
}
