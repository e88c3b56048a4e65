import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { places } from '#contract/members/member-fields.ts'
import { memberLabels as labels } from '#contract/members/member-labels.ts'
import { Panel, Panels } from '#ui/layout/panel.tsx'
import { contactLabels } from '#features/members/field-labels.ts'
import styles from './member-form.module.css'
import type { FieldsProps } from './member-values.ts'
import { PlaceField } from './place-field.tsx'

const texts = [
  ['EmailAddress', 'email'],
  ['MobileNumber', 'tel'],
  ['PhoneNumber', 'tel'],
] as const
const boxes = ['AcceptsEmailMarketing', 'AcceptsMobileMarketing', 'AcceptsPhoneMarketing'] as const

/** How a member is reached, to be filled in. */
export function ContactFields({ form }: FieldsProps) {
  return (
    <>
      <PlaceField label={labels.DefaultContactDetails} {...form.getInputProps('DefaultContactDetails')} />
      <Panels>
        {places.map((place) => (
          <Panel key={place} title={place}>
            <div className={styles.stack}>
              {texts.map(([name, kind]) => (
                <TextInput
                  key={name}
                  label={contactLabels[name]}
                  type={kind}
                  autoComplete="off"
                  {...form.getInputProps(`${place}ContactDetails.${name}`)}
                />
              ))}
              {boxes.map((name) => (
                <Checkbox
                  key={name}
                  label={contactLabels[name]}
                  {...form.getInputProps(`${place}ContactDetails.${name}`, { type: 'checkbox' })}
                />
              ))}
            </div>
          </Panel>
        ))}
      </Panels>
    </>
  )
}
