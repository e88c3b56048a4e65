import { listOf, useOptionName } from '#parts/option-names.ts'
import { formatStored } from '#ui/text/format.ts'

function PickedValue({ field, value }: { field: string; value: string }) {
  return formatStored(useOptionName(listOf(field))(value))
}

/** A value of a member's field as people read it: an option by its name. */
export const shownValue = (field: string, value: string) => <PickedValue field={field} value={value} />
