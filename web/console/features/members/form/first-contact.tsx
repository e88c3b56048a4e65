import { TextInput } from '@mantine/core'
import { contactLabels } from '#features/members/field-labels.ts'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './member-form.module.css'
import type { FieldsProps } from './member-values.ts'

const fields = [
  ['EmailAddress', 'email'],
  ['MobileNumber', 'tel'],
] as const

/** The fields of the Contact tab that a new member's first tab has, too. */
export const firstContacts: readonly string[] = fields.map(([name]) => `HomeContactDetails.${name}`)

/** How a new member is reached at home, where everything else about them is asked; the rest is on its own tab. */
export function FirstContact({ form }: FieldsProps) {
  return (
    <Panel title="Contact">
      <div className={styles.fields}>
        {fields.map(([name, kind]) => (
          <TextInput
            key={name}
            label={contactLabels[name]}
            type={kind}
            autoComplete="off"
            {...form.getInputProps(`HomeContactDetails.${name}`)}
          />
        ))}
      </div>
    </Panel>
  )
}
