import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { places } from '#contract/members/member-fields.ts'
import { memberLabels as labels } from '#contract/members/member-labels.ts'
import { MobileField } from '#parts/mobile-field.tsx'
import { Panel, Panels } from '#ui/layout/panel.tsx'
import { contactLabels } from '#features/members/field-labels.ts'
import styles from './member-form.module.css'
import type { FieldsProps } from './member-values.ts'
import { PlaceField } from './place-field.tsx'

const boxes = ['AcceptsEmailMarketing', 'AcceptsMobileMarketing', 'AcceptsPhoneMarketing'] as const

/** How a member is reached, to be filled in. */
export function MemberContactFields({ form }: FieldsProps) {
  return (
    <>
      <PlaceField label={labels.DefaultContactDetails} {...form.getInputProps('DefaultContactDetails')} />
      <Panels>
        {places.map((place) => (
          <Panel key={place} title={place}>
            <div className={styles.stack}>
              <TextInput
                label={contactLabels.EmailAddress}
                type="email"
                autoComplete="off"
                {...form.getInputProps(`${place}ContactDetails.EmailAddress`)}
              />
              <MobileField
                label={contactLabels.MobileNumber}
                {...form.getInputProps(`${place}ContactDetails.MobileNumber`)}
              />
              <TextInput
                label={contactLabels.PhoneNumber}
                type="tel"
                autoComplete="off"
                {...form.getInputProps(`${place}ContactDetails.PhoneNumber`)}
              />
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
