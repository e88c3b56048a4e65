import { Fragment } from 'react'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { type Sponsor, sponsorStates } from '#contract/requests/sponsors.ts'
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
    </Panel>
  )
}

const named = ({ LastName, MembershipNumber }: Sponsor) => `${LastName}, ${MembershipNumber}`
