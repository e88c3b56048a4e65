import type { ReminderOutcome } from '#contract/requests/reminders.ts'
import type { Filters } from '#ui/table/filter-bar.tsx'

/** What the lists of reminders are narrowed down by. */
export type ReminderFilters = {
  filters: Filters<{
    view: 'sent' | 'next'
    form?: string | undefined
    outcome?: ReminderOutcome | undefined
    day?: string | undefined
  }>
  /** The renewal forms. */
  forms: readonly { Meta: { Id: string }; DisplayName: string }[]
}

/** The forms, to choose one. */
export function formOptions(forms: ReminderFilters['forms']) {
  return forms.map(({ Meta, DisplayName }) => ({ value: Meta.Id, label: DisplayName }))
}
