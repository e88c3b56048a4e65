import { NativeSelect, Text } from '@mantine/core'
import { NumberField } from '#ui/form/number-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { EditorForm } from './form-values.ts'
import styles from './forms.module.css'
import { AddRow, RemoveRow } from './row-buttons.tsx'

/** When members are reminded to renew. */
export function RemindersPanel({ form }: { form: EditorForm }) {
  const reminders = form.values.Reminders
  return (
    <Panel title="Reminders">
      <div className={styles.fields}>
        <Text>
          Sent to members of the types above, before or after their financial date. Each message has a link to
          stop them.
        </Text>
        <ul className={styles.rows}>
          {reminders.map((_, i) => (
            <li key={i} className={styles.row}>
              <NumberField label="Days" allowDecimal={false} {...form.getInputProps(`Reminders.${i}.Days`)} />
              <NativeSelect
                label="When"
                data={['before', 'after']}
                {...form.getInputProps(`Reminders.${i}.When`)}
              />
              <NativeSelect
                label="By"
                data={[
                  { value: 'email', label: 'E-mail' },
                  { value: 'sms', label: 'SMS' },
                ]}
                {...form.getInputProps(`Reminders.${i}.Channel`)}
              />
              <RemoveRow
                label={`Remove reminder ${i + 1}`}
                onRemove={() => form.setFieldValue('Reminders', reminders.toSpliced(i, 1))}
              />
            </li>
          ))}
        </ul>
        <AddRow
          label="Add a reminder"
          onAdd={() =>
            form.setFieldValue('Reminders', [...reminders, { Days: 30, When: 'before', Channel: 'email' }])
          }
        />
      </div>
    </Panel>
  )
}
