import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import type { Member } from '#contract/members.ts'
import { messages } from '#contract/messages.ts'
import { passesApi } from '#contract/passes.ts'
import type { MemberPass, PassState } from '#contract/passes.ts'
import { DateText } from '#ui/date-text.tsx'
import { Facts } from '#ui/facts.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { PassBadge } from './pass-badge.tsx'
import styles from './pass-panel.module.css'

type Props = { member: Member; pass: MemberPass; onClose: () => void }

/** A digital card beside the list: as its member has it, and what has become of it. */
export function PassPanel({ member, pass, onClose }: Props) {
  return (
    <SidePanel title={pass.DisplayName} onClose={onClose}>
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
    </SidePanel>
  )
}

const explanations: Record<PassState, string> = {
  Invited: 'The invitation waits to be opened.',
  Active: '',
  Revoked: '',
  Expired: 'Sent again, it is valid anew.',
  Void: 'It works again once the member is financial.',
}
