import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { urlsOf } from '#contract/passes/pass-layout.ts'
import { passesApi, type MemberPass, type PassState } from '#contract/passes/passes.ts'
import { PassBadge } from '#parts/badges/pass-badge.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { SidePanel } from '#ui/layout/side-panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { AppleFront } from '#wallet/apple-pass.tsx'
import styles from './pass-panel.module.css'
import { PurseSection } from './purse-section.tsx'

type Props = { member: Member; pass: MemberPass; onClose: () => void }

/** A digital card beside the list: as its member has it, and what has become of it. */
export function PassPanel({ member, pass, onClose }: Props) {
  return (
    <SidePanel title={pass.DisplayName} onClose={onClose}>
      <Face member={member} pass={pass} />
      <Facts
        facts={[
          [
            'State',
            <span key="state" className={styles.state}>
              <PassBadge state={pass.State} />
              {explanations[pass.State]}
            </span>,
          ],
          ['Coupon code', pass.CouponCode],
          ['Sent to', pass.InvitedTo],
          ['Sent', <DateText key="sent" value={pass.DateInvited} withTime />],
          ['Sent by', pass.IssuedByUser],
          ['Claimed', <DateText key="claimed" value={pass.DateClaimed} withTime />],
          ['Expires', <DateText key="expires" value={pass.DateExpires} />],
          ...(pass.State === 'Revoked'
            ? ([
                ['Revoked', <DateText key="revoked" value={pass.DateRevoked} withTime />],
                ['Revoked by', pass.RevokedBy],
                ['Reason', pass.RevokeReason],
              ] as const)
            : []),
        ]}
      />
      <PurseSection member={member} pass={pass} />
    </SidePanel>
  )
}

function Face({ member, pass }: Omit<Props, 'onClose'>) {
  const { BusinessId: businessId, DisplayName: businessName } = useBusiness()
  const params = { businessId, memberId: member.id, invitationId: pass.InvitationId }
  const { data, error, retry } = useRead(passesApi.getMemberPass, { params })
  if (error && !data)
    return <ErrorState title={messages.passes.loadFailed} detail={error.message} onRetry={retry} />
  if (!data) return <Skeleton height="24rem" />
  const view = { document: data.Document, images: urlsOf(data.Images), businessName }
  return (
    <section
      className={styles.face}
      aria-label={`${pass.DisplayName} of ${member.FirstName} ${member.LastName}`}
    >
      <AppleFront view={view} />
    </section>
  )
}

const explanations: Record<PassState, string> = {
  Invited: 'The invitation waits to be opened.',
  Active: '',
  Revoked: '',
  Expired: 'Sent again, it is valid anew.',
  Void: 'It works again once the member is financial.',
}
