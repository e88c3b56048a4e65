import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { reviewApi } from '#contract/requests/review.ts'
import { canBeAskedAgain, type Sponsor, sponsorStates } from '#contract/requests/sponsors.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { MemberNumber } from '#features/requests/review/list-cells.tsx'

const colors: Record<Sponsor['State'], StatusColor> = {
  Unknown: 'red',
  NotReached: 'orange',
  Waiting: 'orange',
  Expired: 'grey',
  Confirmed: 'green',
  Declined: 'red',
}

/** Who proposes and seconds it, and what they said to it. */
export function SponsorsPanel({ request }: { request: RequestDetail }) {
  if (request.Sponsors.length === 0) return null
  return (
    <Panel title="Proposer and seconder">
      <Facts
        facts={request.Sponsors.map((sponsor) => [
          sponsor.Role,
          <Fragment key={sponsor.Role}>
            <div>
              {sponsor.MemberId ? (
                <MemberNumber memberId={sponsor.MemberId} number={named(sponsor)} none="Member" />
              ) : (
                named(sponsor)
              )}
            </div>
            <div>
              <StatusBadge color={colors[sponsor.State]}>{sponsorStates[sponsor.State]}</StatusBadge>
            </div>
            {sponsor.AnsweredDate && <DateText value={sponsor.AnsweredDate} withTime />}
          </Fragment>,
        ])}
      />
      <AskAgain request={request} />
    </Panel>
  )
}

/** For those who haven't answered: a letter gets lost. */
function AskAgain({ request }: { request: RequestDetail }) {
  const { BusinessId: businessId } = useBusiness()
  const mayAsk = useMay(reviewApi.askSponsorsAgain)
  const { run, isRunning } = useAction(reviewApi.askSponsorsAgain, {
    success: 'They are asked again.',
    failure: 'They could not be asked.',
  })
  const isDecided = request.SubmissionFinalisation?.IsFinalised === true
  if (!mayAsk || isDecided || !request.Sponsors.some(canBeAskedAgain)) return null
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        loading={isRunning}
        onClick={() => void run({ params: { businessId, sessionId: request.SessionId } })}
      >
        Ask again
      </Button>
    </div>
  )
}

const named = ({ LastName, MembershipNumber }: Sponsor) => `${LastName}, ${MembershipNumber}`
