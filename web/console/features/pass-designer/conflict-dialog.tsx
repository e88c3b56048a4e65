import { Button, Checkbox, Modal, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import type { PassDocument } from '#contract/pass-document.ts'
import { differingParts, partInWords, passParts } from '#contract/pass-words.ts'
import type { PassPart } from '#contract/pass-words.ts'
import { DateText } from '#ui/date-text.tsx'
import { useDialog } from '#ui/use-dialog.ts'
import { WorkingButton } from '#ui/working-button.tsx'
import fields from './fields.module.css'
import styles from './lists.module.css'
import { documentOf, partsOf } from './document-parts.ts'
import type { Conflict } from './save-pass.ts'

type Props = {
  conflict: Conflict
  isSaving: boolean
  onSave: (merged: PassDocument) => Promise<boolean>
  onClose: () => void
}

/** Somebody else has saved the design meanwhile: what differs, and whose is kept. */
export function ConflictDialog({ conflict: { mine, base, theirs }, isSaving, onSave, onClose }: Props) {
  const { modal, close } = useDialog(onClose)
  const saved = documentOf(theirs)
  const parts = differingParts(saved, mine)
  // Where only they have changed something, theirs is meant.
  const [kept, setKept] = useState<readonly PassPart[]>(() => differingParts(base, mine))

  async function save() {
    if (await onSave({ ...saved, ...partsOf(mine, kept) })) close()
  }

  return (
    <Modal {...modal} title="Somebody else has saved this pass meanwhile." size="lg">
      <Text mb="md">
        <strong>{theirs.UpdatedByUser}</strong> saved on <DateText value={theirs.DateUpdated} withTime />.
        Tick what is to be as you have it; the rest stays as they saved it.
      </Text>
      <ul className={styles.differences}>
        {parts.map((part) => (
          <li key={part}>
            <Checkbox
              label={`Keep my ${passParts[part].toLowerCase()}`}
              checked={kept.includes(part)}
              onChange={(event) =>
                setKept(event.currentTarget.checked ? [...kept, part] : kept.filter((each) => each !== part))
              }
            />
            <dl>
              <dt>Mine</dt>
              <dd>{inWords(mine, part)}</dd>
              <dt>Theirs</dt>
              <dd>{inWords(saved, part)}</dd>
            </dl>
          </li>
        ))}
      </ul>
      {parts.length === 0 && <Text>It is the same as yours: nothing is lost by saving.</Text>}
      <div className={fields.tabButtons}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <WorkingButton isWorking={isSaving} onClick={() => void save()}>
          Save
        </WorkingButton>
      </div>
    </Modal>
  )
}

function inWords(document: PassDocument, part: PassPart): string {
  const words = partInWords(document, part)
  if (typeof words === 'boolean') return words ? 'Yes' : 'No'
  return [words].flat().join(' · ') || '-'
}
