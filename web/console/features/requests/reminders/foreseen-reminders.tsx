import { Loader, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useBusiness } from '#console/business.ts'
import { useList, useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { reminderInWords } from '#contract/requests/form-words.ts'
import { type ForeseenReminder, remindersApi } from '#contract/requests/reminders.ts'
import { NoRequests } from '#features/requests/review/no-requests.tsx'
import { MemberNumber } from '#features/requests/review/list-cells.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { FilterBar, SelectFilter } from '#ui/table/filter-bar.tsx'
import { formatDate } from '#ui/text/format.ts'
import { formOptions, type ReminderFilters } from './reminder-filters.ts'

const columns: Column<ForeseenReminder>[] = [
  { header: 'Day', cell: (reminder) => <DateText value={reminder.Day} /> },
  { header: 'Member', cell: (reminder) => reminder.MemberName, phone: 'title' },
  {
    header: 'Membership Number',
    cell: ({ MemberId, MembershipNumber }) => (
      <MemberNumber memberId={MemberId} number={MembershipNumber} none="Member" />
    ),
  },
  {
    header: 'Reminder',
    cell: (reminder) => (
      <>
        {reminderInWords(reminder)}{' '}
        {!reminder.IsReached && (
          <StatusBadge color="orange">
            {reminder.Channel === 'email' ? 'No e-mail address' : 'No mobile number'}
          </StatusBadge>
        )}
      </>
    ),
  },
  { header: 'Financial Date', cell: (reminder) => <DateText value={reminder.DateFinancial} /> },
]

/** Who will be reminded of what on which day, if nothing changes until then. */
export function ForeseenReminders({ filters, forms, isLoading }: ReminderFilters & { isLoading: boolean }) {
  const { BusinessId: businessId } = useBusiness()
  const { values } = filters
  const formId = values.form ?? forms[0]?.Meta.Id
  const params = { businessId }
  const days = useRead(remindersApi.countForeseenReminders, formId ? { params, query: { formId } } : null)
  const list = useList(
    remindersApi.previewReminders,
    formId ? { params, query: { formId, day: values.day } } : null,
  )
  const { rows, hasMore, isLoadingMore, error, loadMore } = list
  // Where few of very many are reminded the first of them may be pages away.
  const goesOn = rows?.length === 0 && hasMore && !isLoadingMore && !error
  useEffect(() => {
    if (goesOn) loadMore()
  }, [goesOn, loadMore])
  if (!formId && isLoading) return <Loader role="status" aria-label="Loading" />
  if (!formId)
    return (
      <NoRequests text="There is no renewal form yet that could remind anybody." kind="renewal" forms={[]} />
    )
  const counted = days.data?.Results ?? []
  return (
    <>
      <ForeseenFilters filters={filters} forms={forms} days={counted} />
      {days.data && <Text mb="sm">{dueDaysInWords(counted)}</Text>}
      <DataTable
        label="Reminders of the next 30 days"
        columns={columns}
        list={list}
        rowKey={({ Day, MemberId, Days, Channel }) => `${Day} ${MemberId} ${Days} ${Channel}`}
        empty="This form reminds nobody in the next 30 days. It does when it is open, says when, and a membership that it renews runs out."
        errorTitle={messages.requests.loadFailed}
        loadMoreLabel={messages.requests.loadMore}
      />
    </>
  )
}

type Days = { days: readonly { Day: string; Count: number; IsMore?: boolean | undefined }[] }

function ForeseenFilters({ filters: { values, change }, forms, days }: ReminderFilters & Days) {
  return (
    <FilterBar
      filters={{
        isSet: values.form !== undefined || values.day !== undefined,
        reset: () => change({ form: undefined, day: undefined }),
      }}
    >
      {forms.length > 1 && (
        <SelectFilter
          label="Renewal Form"
          anyLabel={forms[0]?.DisplayName ?? ''}
          value={values.form}
          width="14rem"
          options={formOptions(forms.slice(1))}
          onChange={(form) => change({ form, day: undefined })}
        />
      )}
      <SelectFilter
        label="Day"
        anyLabel="All 30 days"
        value={values.day}
        width="14rem"
        options={days.map(({ Day, Count, IsMore }) => ({
          value: Day,
          label: `${formatDate(Day)} (${IsMore ? 'more than ' : ''}${Count})`,
        }))}
        onChange={(day) => change({ day })}
      />
    </FilterBar>
  )
}

type Counted = readonly { Count: number; UnreachedCount: number; IsMore?: boolean | undefined }[]

function dueDaysInWords(days: Counted): string {
  const sum = (of: (day: Counted[number]) => number) => days.reduce((total, day) => total + of(day), 0)
  const reached = sum(({ Count }) => Count)
  const unreached = sum(({ UnreachedCount }) => UnreachedCount)
  const more = days.some(({ IsMore }) => IsMore) ? 'More than ' : ''
  const sent = `${more}${reached} ${reached === 1 ? 'reminder' : 'reminders'} on ${days.length} ${days.length === 1 ? 'day' : 'days'}`
  return unreached === 0
    ? `${sent}.`
    : `${sent}; ${unreached} more can’t be sent, as there is nothing to reach them by.`
}
