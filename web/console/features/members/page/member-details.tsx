import type { ReactNode } from 'react'
import { memberLabels as labels } from '#contract/members/member-labels.ts'
import type { Member } from '#contract/members/members.ts'
import { MemberStatus } from '#parts/badges/member-status.tsx'
import { useOptionName } from '#parts/option-names.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Panel, Panels } from '#ui/layout/panel.tsx'
import styles from './member-details.module.css'
import { PinnedNotes } from '#features/members/notes/pinned-notes.tsx'
import { MemberNotes } from '#features/members/notes/member-notes.tsx'
import { UsualContact } from './contact-tab.tsx'
import { MemberOutlookPanel } from './member-outlook.tsx'
import { useOverrides } from './overrides.tsx'

type Props = {
  member: Member
  /** What is known of the member's points, by the feature that keeps them. */
  loyalty: ReactNode
}

type Overridable = ReturnType<typeof useOverrides>['overridable']
type SectionProps = { member: Member; overridable: Overridable }

/** Who a member is, what they are to the club, and what colleagues noted. */
export function MemberDetails({ member, loyalty }: Props) {
  const { overridable, dialog } = useOverrides(member)
  return (
    <Panels>
      {member.Meta.DateDeleted === null && <PinnedNotes memberId={member.id} />}
      <div className={styles.column}>
        <UsualContact member={member} />
        <Personal member={member} overridable={overridable} />
        <Other member={member} />
      </div>
      <div className={styles.column}>
        <Membership member={member} overridable={overridable} />
        <Panel title="Loyalty">{loyalty}</Panel>
      </div>
      {member.Meta.DateDeleted === null && <MemberNotes memberId={member.id} />}
      {dialog}
    </Panels>
  )
}

function Personal({ member, overridable }: SectionProps) {
  const titleOf = useOptionName('Title')
  const genderOf = useOptionName('Gender')
  return (
    <Panel title="Personal">
      <Facts
        facts={[
          [labels.Title, member.Title && titleOf(member.Title)],
          [labels.FirstName, member.FirstName],
          [labels.PreferredName, overridable('PreferredName', member.PreferredName)],
          [labels.MiddleName, member.MiddleName],
          [labels.LastName, member.LastName],
          [labels.BirthDate, <DateText key="born" value={member.BirthDate} />],
          [labels.Gender, member.Gender && genderOf(member.Gender)],
        ]}
      />
    </Panel>
  )
}

function Other({ member }: { member: Member }) {
  return (
    <Panel title="Other">
      <Facts
        facts={[
          [labels.Nationality, member.Nationality],
          [labels.Occupation, member.Occupation],
          ['Member Key', member.MemberKey],
          ['Created', <DateText key="created" value={member.Meta.DateCreated} withTime />],
          ['Updated', <DateText key="updated" value={member.DateUpdatedAtSource} withTime />],
        ]}
      />
    </Panel>
  )
}

function Membership({ member, overridable }: SectionProps) {
  return (
    <Panel title="Membership">
      <Facts
        facts={[
          ['Venue', member.VenueName],
          [labels.MembershipNumber, member.MembershipNumber],
          [labels.BadgeNumber, overridable('BadgeNumber', member.BadgeNumber)],
          [labels.CardNumber, overridable('CardNumber', member.CardNumber)],
          [labels.MembershipType, member.MembershipTypeDescription],
          [labels.MemberLevel, overridable('MemberLevel', member.MemberLevelDescription)],
          [labels.Status, overridable('Status', <MemberStatus status={member.Status} />)],
          [labels.DateJoined, <DateText key="joined" value={member.DateJoined} />],
          [labels.DateRenewed, overridable('DateRenewed', <DateText value={member.DateRenewed} />)],
          [labels.DateFinancial, overridable('DateFinancial', <DateText value={member.DateFinancial} />)],
          ['What comes next', <MemberOutlookPanel key="outlook" member={member} />],
        ]}
      />
    </Panel>
  )
}
