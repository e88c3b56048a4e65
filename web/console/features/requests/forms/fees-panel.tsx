import { Alert, NativeSelect, Text, TextInput } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import type { PaymentMode } from '#contract/requests/request-forms.ts'
import { MoneyField } from '#ui/form/money-field.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type EditorForm, newType, usualTax } from './form-values.ts'
import styles from './forms.module.css'
import { AddRow, RemoveRow } from './row-buttons.tsx'
import { TypeRulesFields } from './type-rules-fields.tsx'

type Props = { form: EditorForm }

/** The memberships that the form offers and what they cost, and what can be added to them. */
export function FeesPanel({ form, paymentMode }: Props & { paymentMode: PaymentMode | undefined }) {
  const priced = [...form.values.MembershipTypes, ...form.values.FeeItems]
  const costs = priced.some(({ Fee }) => Fee !== '' && Fee > 0)
  return (
    <>
      <Panel title="Memberships">
        {costs && paymentMode === 'None' && (
          <Alert color="orange" p="sm" mb="md">
            Online payments are not set up: whoever sends this form with a fee pays at the counter.
          </Alert>
        )}
        <TypeRows form={form} />
      </Panel>
      <Panel title="Extra items">
        <ItemRows form={form} />
      </Panel>
    </>
  )
}

function TypeRows({ form }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(configurationApi.listMemberData, {
    params: { businessId, field: 'MembershipType' },
  })
  const types = form.values.MembershipTypes
  const choices = [
    { value: '', label: 'Select a type' },
    ...(data?.Results ?? []).map(({ Key, Value }) => ({ value: Key, label: Value })),
  ]
  const add = () => form.setFieldValue('MembershipTypes', [...types, newType(form.values.Kind)])
  return (
    <div className={styles.fields}>
      <ul className={styles.rows}>
        {types.map((_, i) => (
          <li key={i} className={styles.row}>
            <NativeSelect
              label="Membership type"
              data={choices}
              {...form.getInputProps(`MembershipTypes.${i}.Key`)}
            />
            <PriceFields form={form} path={`MembershipTypes.${i}`} />
            <RemoveRow
              label={`Remove membership type ${i + 1}`}
              onRemove={() => form.setFieldValue('MembershipTypes', types.toSpliced(i, 1))}
            />
            <TypeRulesFields form={form} index={i} types={data?.Results ?? []} />
          </li>
        ))}
      </ul>
      {typeof form.errors.MembershipTypes === 'string' && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {form.errors.MembershipTypes}
        </Text>
      )}
      <AddRow label="Add a membership type" onAdd={add} />
    </div>
  )
}

function ItemRows({ form }: Props) {
  const items = form.values.FeeItems
  const add = () =>
    form.setFieldValue('FeeItems', [...items, { Id: '', Description: '', Fee: '', TaxPercent: usualTax }])
  return (
    <div className={styles.fields}>
      {items.length === 0 && <Text>Things that people can add, such as a locker or a donation.</Text>}
      <ul className={styles.rows}>
        {items.map((_, i) => (
          <li key={i} className={styles.row}>
            <TextInput label="Description" {...form.getInputProps(`FeeItems.${i}.Description`)} />
            <PriceFields form={form} path={`FeeItems.${i}`} />
            <RemoveRow
              label={`Remove item ${i + 1}`}
              onRemove={() => form.setFieldValue('FeeItems', items.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ul>
      <AddRow label="Add an item" onAdd={add} />
    </div>
  )
}

function PriceFields({ form, path }: Props & { path: string }) {
  return (
    <>
      <MoneyField label="Fee, with tax" {...form.getInputProps(`${path}.Fee`)} />
      <NumberField label="Tax" suffix="%" {...form.getInputProps(`${path}.TaxPercent`)} />
    </>
  )
}
