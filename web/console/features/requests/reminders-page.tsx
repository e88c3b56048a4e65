import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { useAction } from '#console/actions.ts'
import { ConsolePage } from '#console/page.tsx'
import { useList } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { reminderInWords } from '#contract/requests/form-words.ts'
import { messages } from '#contract/messages.ts'
import { requestsApi, type RenewalReminder } from '#contract/requests/requests.ts'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'

const columns: Column<RenewalReminder>[] = [
  { header: 'Member', cell: (reminder) => reminder.MemberName, phone: 'title' },
  { header: 'Membership Number', cell: (reminder) => reminder.MembershipNumber, phone: 'hidden' },
  {
    header: 'Wishes',
    cell: ({ HasOptedOut }) => (HasOptedOut ? <StatusBadge color="grey">No reminders</StatusBadge> : null),
  },
  { header: 'Sent', cell: (reminder) => <DateText value={reminder.SentDate} withTime /> },
  { header: 'Reminder', cell: reminderInWords, width: '11rem' },
  {
    header: 'Financial Date',
    cell: (reminder) => <DateText value={reminder.DateFinancial} />,
    phone: 'hidden',
  },
  { header: 'To', cell: (reminder) => reminder.Recipient },
  { header: 'Form', cell: (reminder) => reminder.FormName, phone: 'hidden' },
]

/** The reminders to renew that went out, and who wants no more of them. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const list = useList(requestsApi.listRenewalReminders, { params: { businessId } })
  const mayDecide = useMay(requestsApi.setReminderOptOut)
  const wish = useAction(requestsApi.setReminderOptOut, {
    success: 'Saved.',
    failure: 'The wish could not be saved.',
  })
  const menu = ({ MemberId: memberId, HasOptedOut }: RenewalReminder): RowAction[] => [
    {
      label: HasOptedOut ? 'Send reminders again' : 'Send no more reminders',
      onClick: () => void wish.run({ params: { businessId, memberId }, body: { Value: !HasOptedOut } }),
    },
  ]
  const renewals = pageHref('renewalRequests', { businessId })
  return (
    <ConsolePage title="Reminders" under={[{ label: 'Membership Renewal Requests', href: renewals }]}>
      <DataTable
        label="Reminders"
        sideways="if-narrow"
        columns={columns}
        list={list}
        rowKey={(reminder) => reminder.ReminderId}
        {...(mayDecide && { rowMenu: menu })}
        empty="No reminders have been sent yet. Renewal forms say when they are."
        errorTitle={messages.requests.loadFailed}
        loadMoreLabel={messages.requests.loadMore}
      />
    </ConsolePage>
  )
}
