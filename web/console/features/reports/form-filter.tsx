import type { z } from 'zod'
import { messages } from '#contract/messages.ts'
import type { FormSummary } from '#contract/requests/request-forms.ts'
import { SelectFilter } from '#ui/table/filter-bar.tsx'

type Props = {
  label: string
  forms: readonly z.output<typeof FormSummary>[]
  value: string | undefined
  onChange: (formId: string | undefined) => void
}

/** Which form, where there are several. */
export function FormFilter({ label, forms, value, onChange }: Props) {
  if (forms.length < 2) return null
  return (
    <SelectFilter
      label={label}
      anyLabel={messages.requests.allForms}
      width="13rem"
      value={value}
      options={forms.map(({ Meta, DisplayName }) => ({ value: Meta.Id, label: DisplayName }))}
      onChange={onChange}
    />
  )
}
