import { Button } from '@mantine/core'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'
import { requestsApi, type RenewalRequest } from '#contract/requests/requests.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { useAcceptSeveral } from '#features/requests/several/accept-several.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { ShortId } from '#ui/text/short-id.tsx'
import { AssigneeMark, Day } from './list-cells.tsx'
import { NoRequests } from './no-requests.tsx'
import { requestsQueryOf, RequestFilters, requestSearch } from './request-filters.tsx'
import styles from './requests.module.css'
import { RefundMark, StepBadge } from './step-badge.tsx'

const text = messages.requests
const Search = z.object(requestSearch)

// On a phone some are on the request's own page only.
const columns: Column<RenewalRequest>[] = [
  {
    header: 'Renewal Form',
    cell: (request) => request.MembershipRenewalFormConfigurationName,
    phone: 'detail',
  },
  {
    header: 'Session ID',
    cell: (request) => <ShortId id={request.SessionId} label="Session ID" />,
    hasControl: true,
    phone: 'hidden',
  },
  { header: 'Member Name', cell: (request) => request.DisplayName, phone: 'title' },
  { header: 'Date', cell: (request) => <Day value={request.RequestSubmittedDateTime} /> },
  { header: 'Fee Description', cell: (request) => request.RenewalFeeFullFeeDescription, phone: 'hidden' },
  {
    header: 'Selected Fee Item',
    cell: (request) => request.SelectedRenewalFeeItemDescriptions.join(', '),
    phone: 'hidden',
  },
  { header: 'Status', cell: status },
  { header: 'Amount Paid', cell: amountPaid, align: 'right' },
  {
    header: 'Payment Date',
    cell: (request) => <Day value={request.RenewalFeePaymentResponse?.PaymentDate} />,
    phone: 'hidden',
  },
  {
    header: 'Payment ID',
    cell: ({ RenewalFeePaymentResponse: paid }) =>
      paid && <span className={styles.id}>{paid.PaymentProviderPaymentId}</span>,
    phone: 'hidden',
  },
]

/** The renewals of memberships: what was chosen, what was paid, and where each is. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const params = { businessId }
  const filters = useFilters(Search)
  const forms = useRead(requestFormsApi.listRenewalForms, { params }).data?.Results ?? []
  const list = useCountedList(requestsApi.listRenewalRequests, {
    params,
    query: {
      ...requestsQueryOf(filters.values, zone),
      membershipRenewalFormConfigurationId: filters.values.form,
    },
  })
  const hrefOf = (sessionId: string) => pageHref('renewalRequest', { businessId, sessionId })
  const several = useAcceptSeveral(list.rows, hrefOf)
  return (
    <ConsolePage
      title="Membership Renewal Requests"
      action={
        <Button variant="default" component={Link} href={pageHref('renewalReminders', { businessId })}>
          Reminders
        </Button>
      }
    >
      <RequestFilters filters={filters} formLabel="Renewal Form" forms={forms} onSearch={list.retry} />
      {several.bar}
      <DataTable
        label="Membership renewal requests"
        sideways="if-narrow"
        columns={[...several.columns, ...columns]}
        list={list}
        rowKey={(request) => request.SessionId}
        rowLink={(request) => hrefOf(request.SessionId)}
        empty={
          filters.isSet ? text.noRenewals : <NoRequests text={text.noRenewals} kind="renewal" forms={forms} />
        }
        errorTitle={text.loadFailed}
        loadMoreLabel={text.loadMore}
      />
    </ConsolePage>
  )
}

/** Where it is; while somebody may have to decide on it, also that nobody has shown who asks. */
function status(request: RenewalRequest) {
  const isOpen = request.NextStep === 'User Completed' || request.NextStep === 'Error'
  return (
    <span className={styles.marks}>
      <StepBadge request={request} />
      {isOpen && !request.IsProven && <StatusBadge color="orange">Not proven</StatusBadge>}
      <RefundMark request={request} />
      <AssigneeMark request={request} />
    </span>
  )
}

function amountPaid({ RenewalFeePaymentResponse: paid }: RenewalRequest) {
  return paid && `${paid.CurrencySymbol}${paid.DisplayTotalAmountPaidIncludingTax.toFixed(2)}`
}
