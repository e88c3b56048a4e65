import { NativeSelect, Text } from '@mantine/core'
import { applicantFields, type ApplicantField } from '#contract/requests/request-rules.ts'
import { Panel } from '#ui/layout/panel.tsx'
import type { EditorForm } from './form-values.ts'
import styles from './forms.module.css'

const choices = [
  { value: 'Off', label: 'Not asked' },
  { value: 'Optional', label: 'Optional' },
  { value: 'Required', label: 'Required' },
]

/** What the form asks of people. */
export function AskedPanel({ form }: { form: EditorForm }) {
  const isRenewal = form.values.Kind === 'Renewal'
  return (
    <Panel title="What it asks">
      <Text mb="md">
        {isRenewal
          ? 'Members are known already. What is asked here they can bring up to date.'
          : 'First name, last name and e-mail address are always asked.'}
      </Text>
      <div className={styles.asked}>
        {(Object.keys(applicantFields) as ApplicantField[]).map((field) => (
          <NativeSelect
            key={field}
            label={applicantFields[field]}
            // Nobody can be made to want news.
            data={field === 'Marketing' ? choices.slice(0, 2) : choices}
            {...form.getInputProps(`Fields.${field}`)}
          />
        ))}
      </div>
    </Panel>
  )
}
