import { Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { neverRenews, rulesInWords } from '#contract/requests/type-rules.ts'
import { NumberField } from '#ui/form/number-field.tsx'
import { type EditorForm, rulesIn } from './form-values.ts'
import styles from './forms.module.css'

type Option = { Key: string; Value: string }
type Props = { form: EditorForm; index: number; types: readonly Option[] }

/** Who may choose a membership type, and whether somebody looks at it first: a line in words, and more on demand. */
export function TypeRulesFields({ form, index, types }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { Kind, MembershipTypes } = form.values
  const isRenewal = Kind === 'Renewal'
  const path = `MembershipTypes.${index}.Rules`
  const rules = rulesIn(MembershipTypes[index]!.Rules, Kind)
  const nameOf = (key: string) => types.find(({ Key }) => Key === key)?.Value ?? key
  // What is wrong inside is not to be folded away, nor once it is right.
  const hasError = Object.keys(form.errors).some((field) => field.startsWith(path))
  return (
    <details
      className={styles.rules}
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Rules: {rulesInWords(rules, nameOf, Kind)}</summary>
      <div
        role="group"
        aria-label={`Rules for ${nameOf(MembershipTypes[index]!.Key) || `membership ${index + 1}`}`}
      >
        <div className={styles.pair}>
          <NativeSelect
            label="Review"
            description={
              isRenewal
                ? 'Otherwise it counts as soon as it is paid.'
                : 'Otherwise they are members as soon as it is paid.'
            }
            data={isRenewal ? renewalReviews : applicationReviews}
            {...form.getInputProps(`${path}.Review`)}
          />
          <NumberField
            label="Youngest age"
            description="On the day it is sent. Empty for any."
            suffix=" years"
            allowDecimal={false}
            {...form.getInputProps(`${path}.MinAge`)}
          />
          <NumberField
            label="Oldest age"
            description="Empty for any."
            suffix=" years"
            allowDecimal={false}
            {...form.getInputProps(`${path}.MaxAge`)}
          />
        </div>
        {isRenewal && <RenewalRules form={form} path={path} types={types} />}
      </div>
    </details>
  )
}

const applicationReviews = [
  { value: 'Always', label: 'Always' },
  { value: 'Never', label: 'Never' },
]
const renewalReviews = [
  { value: 'Always', label: 'Always' },
  { value: 'WhenTypeChanges', label: 'When the type changes' },
  { value: 'Never', label: 'Never' },
]

function RenewalRules({ form, path, types }: Omit<Props, 'index'> & { path: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(configurationApi.listMemberData, { params: { businessId, field: 'Status' } })
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label="Earliest"
          description="Before the financial date. Empty for any time."
          suffix=" days"
          allowDecimal={false}
          {...form.getInputProps(`${path}.DaysBefore`)}
        />
        <NumberField
          label="Latest"
          description="After the financial date. Empty for any time."
          suffix=" days"
          allowDecimal={false}
          {...form.getInputProps(`${path}.DaysAfter`)}
        />
      </div>
      <Keys
        label="For members who have"
        description="None ticked is any type."
        options={types}
        {...form.getInputProps(`${path}.From`)}
      />
      <Keys
        label="With the status"
        description="None ticked is any but a cancelled one. Who is suspended or deceased never renews."
        options={(data?.Results ?? []).filter(({ Key, Value }) => !neverRenews(Key) && !neverRenews(Value))}
        {...form.getInputProps(`${path}.Statuses`)}
      />
    </>
  )
}

type KeysProps = {
  label: string
  description: string
  options: readonly Option[]
  value?: string[]
  onChange?: (keys: string[]) => void
}

function Keys({ options, ...field }: KeysProps) {
  return (
    <Checkbox.Group {...field}>
      <div className={styles.keys}>
        {options.map(({ Key, Value }) => (
          <Checkbox key={Key} value={Key} label={Value} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
