import { Autocomplete, SegmentedControl, Switch } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { firstDateFormat, formatDay, offeredDateFormats } from '#contract/passes/pass-dates.ts'
import type { AdditionalField } from '#contract/passes/pass-document.ts'
import { sampleValues } from '#contract/passes/pass-tokens.ts'
import styles from './fields.module.css'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

type Props = { path: string; field: AdditionalField; designing: Designing }

/** Where a field of Apple's pass stands, and how the dates in it are written. */
export function DateFormatField({ path, field, designing: { set, errors } }: Props) {
  const format = field.CustomDateFormat
  return (
    <>
      <div>
        <span className={styles.controlLabel} id="field-location">
          Side
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby="field-location"
          data={[
            { value: 'Secondary', label: 'Front' },
            { value: 'Back', label: 'Back' },
          ]}
          value={field.FieldLocation}
          onChange={(side) => set(`${path}.FieldLocation`, side)}
        />
      </div>
      <Switch
        label="Format dates"
        description="For dynamic data that is a date."
        checked={format !== null}
        onChange={(event) =>
          set(`${path}.CustomDateFormat`, event.currentTarget.checked ? firstDateFormat : null)
        }
      />
      {format !== null && (
        <Autocomplete
          label="Date format"
          description={`d, M and y: ${formatDay(sampleValues.DateFinancial, format)}`}
          data={[...offeredDateFormats]}
          filter={({ options }) => options}
          value={format}
          onChange={(text) => set(`${path}.CustomDateFormat`, text)}
          error={errors[`${path}.CustomDateFormat`]}
        />
      )}
    </>
  )
}
