import type { Member } from '#contract/members/members.ts'
import { MemberStanding } from '#parts/badges/member-standing.tsx'
import { MemberStatus } from '#parts/badges/member-status.tsx'
import { MemberPicture } from '#features/members/photo/member-photo.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { LastVisit } from './last-visit.tsx'
import styles from './member-headline.module.css'

/** What one wants to know of a member at a glance. */
export function MemberHeadline({ member }: { member: Member }) {
  return (
    <div className={styles.head}>
      <MemberPicture member={member} />
      <div className={styles.lines}>
        <Line member={member} />
        <LastVisit member={member} />
      </div>
    </div>
  )
}

function Line({ member }: { member: Member }) {
  const words = [
    member.MembershipNumber && `No. ${member.MembershipNumber}`,
    member.MembershipTypeDescription,
    member.MemberLevelDescription,
    member.VenueName,
  ]
  return (
    <div className={styles.line}>
      <span>{words.filter(Boolean).join(' · ')}</span>
      {member.Status && <MemberStatus status={member.Status} />}
      <MemberStanding standing={member.Standing} />
      {member.Meta.DateDeleted && <StatusBadge color="red">Deleted</StatusBadge>}
    </div>
  )
}
