import { TextInput } from '@mantine/core'
import { places } from '#contract/members/member-fields.ts'
import { memberLabels as labels } from '#contract/members/member-labels.ts'
import type { Address } from '#contract/members/members.ts'
import { AddressSearch } from '#parts/address-search.tsx'
import { Panel, Panels } from '#ui/layout/panel.tsx'
import { addressLabels } from '#features/members/field-labels.ts'
import styles from './member-form.module.css'
import { type FieldsProps, addressValues } from './member-values.ts'
import { PlaceField } from './place-field.tsx'

/** A member's addresses, searched for or typed. */
export function MemberAddressFields({ form }: FieldsProps) {
  return (
    <>
      <PlaceField label={labels.DefaultAddress} {...form.getInputProps('DefaultAddress')} />
      <Panels>
        {places.map((place) => (
          <Panel key={place} title={place}>
            <AddressSearch
              label={`Find the ${place.toLowerCase()} address`}
              onSet={(address) => form.setFieldValue(`${place}Address`, addressValues(address))}
            />
            <div className={styles.address}>
              {(Object.keys(addressLabels) as (keyof Address)[]).map((line) => (
                <TextInput
                  key={line}
                  label={addressLabels[line]}
                  className={line.startsWith('AddressLine') ? styles.wide : undefined}
                  {...form.getInputProps(`${place}Address.${line}`)}
                />
              ))}
            </div>
          </Panel>
        ))}
      </Panels>
    </>
  )
}
