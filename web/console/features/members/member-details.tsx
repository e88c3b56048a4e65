import type { ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { MemberStatus } from '#parts/member-status.tsx'
import { DateText } from '#ui/date-text.tsx'
import { Facts } from '#ui/facts.tsx'
import { Panel, Panels } from '#ui/panel.tsx'
import styles from './member-details.module.css'

type Props = {
  member: Member
  /** What is known of the member's points, by the feature that keeps them. */
  loyalty: ReactNode
}

/** Who a member is, and what they are to the club. */
export function MemberDetails({ member, loyalty }: Props) {
  return (
    <Panels>
      <div className={styles.column}>
        <Panel title="Personal">
          <Facts
            facts={[
              ['Title', member.Title],
              ['First Name', member.FirstName],
              ['Preferred Name', member.PreferredName],
              ['Middle Name', member.MiddleName],
              ['Last Name', member.LastName],
              ['Birth Date', <DateText key="born" value={member.BirthDate} />],
              ['Gender', member.Gender],
            ]}
          />
        </Panel>
        <Panel title="Other">
          <Facts
            facts={[
              ['Nationality', member.Nationality],
              ['Occupation', member.Occupation],
              ['Member Key', member.MemberKey],
              ['Created', <DateText key="created" value={member.Meta.DateCreated} withTime />],
              ['Updated', <DateText key="updated" value={member.DateUpdatedAtSource} withTime />],
            ]}
          />
        </Panel>
      </div>
      <div className={styles.column}>
        <Panel title="Membership">
          <Facts
            facts={[
              ['Venue', member.VenueName],
              ['Membership No.', member.MembershipNumber],
              ['Badge Number', member.BadgeNumber],
              ['Card Number', member.CardNumber],
              ['Membership Type', member.MembershipTypeDescription],
              ['Member Level', member.MemberLevelDescription],
              ['Status', <MemberStatus key="status" status={member.Status} />],
              ['Date Joined', <DateText key="joined" value={member.DateJoined} />],
              ['Date Renewed', <DateText key="renewed" value={member.DateRenewed} />],
              ['Date Financial', <DateText key="financial" value={member.DateFinancial} />],
            ]}
          />
        </Panel>
        <Panel title="Loyalty">{loyalty}</Panel>
      </div>
    </Panels>
  )
}
