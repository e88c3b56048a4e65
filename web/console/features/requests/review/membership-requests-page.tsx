import { Anchor, Button } from '@mantine/core'
import { useState, type ComponentProps } from 'react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'
import {
  finalisationHover,
  finalisationOf,
  requestsApi,
  type MembershipRequest,
} from '#contract/requests/requests.ts'
import { reviewApi } from '#contract/requests/review.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { ApplyAtDesk } from '#features/requests/desk/apply-at-desk.tsx'
import { useAcceptSeveral } from '#features/requests/several/accept-several.tsx'
import { opened } from '#ui/layout/opened.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { Hinted, useHint } from '#ui/feedback/hint.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { ShortId } from '#ui/text/short-id.tsx'
import { AssigneeMark, MemberNumber } from './list-cells.tsx'
import { NoRequests } from './no-requests.tsx'
import { requestsQueryOf, RequestFilters, requestSearch } from './request-filters.tsx'
import styles from './requests.module.css'
import { RefundMark, StepBadge } from './step-badge.tsx'

const text = messages.requests
const ReasonsDialog = opened(
  async () => (await import('#features/requests/team/reasons-dialog.tsx')).ReasonsDialog,
)

const Search = z.object({
  ...requestSearch,
  finalised: z.enum(['true', 'false']).optional().catch(undefined),
})

/** The applications for membership: find one, and see what became of it. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const params = { businessId }
  const filters = useFilters(Search)
  const { form, finalised } = filters.values
  const forms = useRead(requestFormsApi.listRegistrationForms, { params }).data?.Results ?? []
  const list = useCountedList(requestsApi.listMembershipRequests, {
    params,
    query: {
      ...requestsQueryOf(filters.values, zone),
      registrationFormConfigurationId: form,
      isFinalised: finalised,
    },
  })
  const hrefOf = (sessionId: string) => pageHref('membershipRequest', { businessId, sessionId })
  const several = useAcceptSeveral(list.rows, hrefOf)
  return (
    <ConsolePage title="Membership Requests" action={<Actions forms={forms} />}>
      <RequestFilters
        filters={filters}
        formLabel="Application Form"
        forms={forms}
        hasFinalised
        onSearch={list.retry}
      />
      {several.bar}
      <DataTable
        label="Membership requests"
        sideways="if-narrow"
        columns={[...several.columns, ...columnsOf(forms.length > 1)]}
        list={list}
        rowKey={(request) => request.SessionId}
        rowLink={(request) => hrefOf(request.SessionId)}
        empty={filters.isSet ? text.none : <NoRequests text={text.none} kind="application" forms={forms} />}
        errorTitle={text.loadFailed}
        loadMoreLabel={text.loadMore}
      />
    </ConsolePage>
  )
}

/** What can be begun here: an application at the desk, and for those who manage forms the list of reasons. */
function Actions({ forms }: ComponentProps<typeof ApplyAtDesk>) {
  const mayList = useMay(reviewApi.saveRejectionReasons)
  const [isListing, setListing] = useState(false)
  return (
    <div className={styles.actions}>
      {mayList && (
        <Button variant="default" onClick={() => setListing(true)}>
          Reasons for rejecting
        </Button>
      )}
      <ApplyAtDesk forms={forms} />
      {isListing && <ReasonsDialog onClose={() => setListing(false)} />}
    </div>
  )
}

function columnsOf(hasForms: boolean): Column<MembershipRequest>[] {
  const form: Column<MembershipRequest> = {
    header: 'Application Form',
    cell: (request) => request.RegistrationFormConfigurationName,
    phone: 'detail',
  }
  return [
    ...(hasForms ? [form] : []),
    {
      header: 'Session ID',
      cell: (request) => <ShortId id={request.SessionId} label="Session ID" />,
      hasControl: true,
      phone: 'hidden',
    },
    {
      header: 'Membership Number',
      cell: ({ MembershipNumber, MemberId }) =>
        MemberId && <MemberNumber memberId={MemberId} number={MembershipNumber} none="Member" />,
      hasControl: true,
      phone: 'hidden',
    },
    { header: 'Patron Name', cell: (request) => request.DisplayName, phone: 'title' },
    { header: 'Date', cell: (request) => <DateText value={request.RequestSubmittedDateTime} /> },
    {
      header: 'Next Step',
      cell: (request) => (
        <span className={styles.marks}>
          <StepBadge request={request} />
          <RefundMark request={request} />
          <AssigneeMark request={request} />
        </span>
      ),
    },
    { header: 'Submission Finalisation', cell: (request) => <Finalisation request={request} /> },
  ]
}

function Finalisation({ request }: { request: MembershipRequest }) {
  const decision = request.SubmissionFinalisation
  const word = finalisationOf(request)
  const hover = finalisationHover(decision)
  if (!word) return <Hinted says={hover}>-</Hinted>
  return (
    <span className={styles.finalised}>
      <RequestLink href={request.MembershipRequestUrl ?? ''} hover={hover}>
        {word === 'Finalise' ? text.finalise : word}
      </RequestLink>
      {decision?.FinalisedDate && <DateText value={decision.FinalisedDate} />}
    </span>
  )
}

function RequestLink({ href, hover, children }: { href: string; hover: string[]; children: string }) {
  const { target, words } = useHint(hover)
  return (
    <>
      <Anchor component={Link} href={href} {...target}>
        {children}
      </Anchor>
      {words}
    </>
  )
}
