import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { messages } from '#contract/messages.ts'
import { reminderInWords } from '#contract/requests/form-words.ts'
import {
  type ReminderOutcome,
  reminderOutcomes,
  remindersApi,
  type RenewalReminder,
} from '#contract/requests/reminders.ts'
import { MemberNumber } from '#features/requests/review/list-cells.tsx'
import styles from '#features/requests/review/requests.module.css'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { FilterBar, SelectFilter } from '#ui/table/filter-bar.tsx'
import { formOptions, type ReminderFilters } from './reminder-filters.ts'

const colors: Record<ReminderOutcome, StatusColor> = {
  Renewed: 'green',
  Unsubscribed: 'orange',
  Opened: 'blue',
  'Nothing yet': 'grey',
}

const columns: Column<RenewalReminder>[] = [
  { header: 'Member', cell: (reminder) => reminder.MemberName, phone: 'title' },
  {
    header: 'Membership Number',
    cell: ({ MemberId, MembershipNumber }) => (
      <MemberNumber memberId={MemberId} number={MembershipNumber} none="Member" />
    ),
    phone: 'hidden',
  },
  { header: 'Sent', cell: (reminder) => <DateText value={reminder.SentDate} withTime /> },
  {
    header: 'What came of it',
    cell: ({ Outcome, HasOptedOut }) => (
      <span className={styles.marks}>
        <StatusBadge color={colors[Outcome]}>{Outcome}</StatusBadge>
        {HasOptedOut && <StatusBadge color="grey">No reminders</StatusBadge>}
      </span>
    ),
  },
  { header: 'Reminder', cell: reminderInWords, width: '9rem' },
  {
    header: 'Financial Date',
    cell: (reminder) => <DateText value={reminder.DateFinancial} />,
    phone: 'hidden',
  },
  { header: 'To', cell: (reminder) => reminder.Recipient },
  { header: 'Form', cell: (reminder) => reminder.FormName, phone: 'hidden' },
]

/** The reminders that went out, what came of them, and who wants no more. */
export function SentReminders({ filters, forms }: ReminderFilters) {
  const { BusinessId: businessId } = useBusiness()
  const { values } = filters
  const list = useCountedList(remindersApi.listRenewalReminders, {
    params: { businessId },
    query: { formId: values.form, outcome: values.outcome },
  })
  const mayDecide = useMay(remindersApi.setReminderOptOut)
  const wish = useAction(remindersApi.setReminderOptOut, {
    success: 'Saved.',
    failure: 'The wish could not be saved.',
  })
  const menu = ({ MemberId: memberId, HasOptedOut }: RenewalReminder): RowAction[] => [
    {
      label: HasOptedOut ? 'Send reminders again' : 'Send no more reminders',
      onClick: () => void wish.run({ params: { businessId, memberId }, body: { Value: !HasOptedOut } }),
    },
  ]
  const isNarrowed = isNarrow(filters)
  return (
    <>
      <SentFilters filters={filters} forms={forms} />
      <DataTable
        label="Reminders"
        sideways="if-narrow"
        columns={columns}
        list={list}
        rowKey={(reminder) => reminder.ReminderId}
        {...(mayDecide && { rowMenu: menu })}
        empty={
          isNarrowed
            ? 'No such reminders.'
            : 'No reminders have been sent yet. Renewal forms say when they are.'
        }
        errorTitle={messages.requests.loadFailed}
        loadMoreLabel={messages.requests.loadMore}
      />
    </>
  )
}

function isNarrow({ values: { form, outcome } }: ReminderFilters['filters']): boolean {
  return form !== undefined || outcome !== undefined
}

function SentFilters({ filters, forms }: ReminderFilters) {
  const { values, change } = filters
  const isNarrowed = isNarrow(filters)
  return (
    <FilterBar filters={{ isSet: isNarrowed, reset: () => change({ form: undefined, outcome: undefined }) }}>
      {forms.length > 1 && (
        <SelectFilter
          label="Renewal Form"
          anyLabel="All forms"
          value={values.form}
          options={formOptions(forms)}
          onChange={(form) => change({ form })}
        />
      )}
      <SelectFilter
        label="What came of it"
        anyLabel="Anything"
        value={values.outcome}
        options={reminderOutcomes}
        onChange={(outcome) => change({ outcome })}
      />
    </FilterBar>
  )
}
