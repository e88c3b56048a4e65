import { Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { type AppleField, newValueMark } from '#contract/passes/pass-document.ts'
import { tokensIn } from '#contract/passes/pass-tokens.ts'
import { valueAt } from '#features/pass-designer/draft/document-path.ts'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'
import styles from './fields.module.css'

type Props = { path: string; field: AppleField; designing: Designing }

/** Whether the phone speaks up when the value of a field has changed, and what it says then. */
export function ChangeMessageField({ path, field, designing: { set, errors, view } }: Props) {
  const words = field.ChangeMessage
  const at = `${path}.ChangeMessage`
  const shown = valueAt(view.document, path) as AppleField | undefined
  return (
    <>
      <Switch
        label="Notify when it changes"
        description="The phone shows a notification with the new value."
        checked={words !== undefined}
        onChange={(event) => set(at, event.currentTarget.checked ? firstWords(field) : undefined)}
      />
      {words !== undefined && (
        <div>
          <TextInput
            label="Notification"
            description={`${newValueMark} stands for the new value.`}
            value={words}
            onChange={(event) => set(at, event.currentTarget.value)}
            error={errors[at]}
          />
          {!errors[at] && (
            <p className={styles.message} aria-label="The notification as it is read">
              {words.replace(newValueMark, () => shown?.Value ?? '')}
            </p>
          )}
        </div>
      )}
    </>
  )
}

function firstWords({ Label }: AppleField): string {
  const subject = Label.trim() !== '' && tokensIn(Label).length === 0 ? Label.trim() : 'Your card'
  return `${subject}: ${newValueMark}`
}
