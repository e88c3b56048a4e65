import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { memberHistoryApi } from '#contract/members/member-history.ts'
import { memberMergesApi } from '#contract/members/member-merges.ts'
import { membersApi, type MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

const text = messages.members
const ofTheirPage = [
  membersApi.getMember,
  memberHistoryApi.listMemberHistory,
  memberMergesApi.listMemberMerges,
]

/** Asks, and deletes a member. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const me = useMe()
  const { memberId } = usePageParams('member')
  const navigate = useNavigate()
  const { run } = useAction(membersApi.deleteMember, {
    failure: text.deleteFailed,
    // Whoever can't bring them back leaves their page: asking for it again would only be refused.
    except: me.IsSuperAdmin ? [] : ofTheirPage,
  })

  const restoring = useAction(membersApi.restoreMember, {
    success: 'Member restored.',
    failure: 'Member restore failed.',
  })

  async function remove() {
    const params = { businessId, memberId: member.id }
    const answer = await run({ params })
    if (answer.ok) toasts.undoable(text.deleted, () => void restoring.run({ params }))
    // On the member's own page there is nothing left to see, but for those who can bring them back.
    if (answer.ok && memberId === member.id && !me.IsSuperAdmin)
      void navigate({ to: pageHref('members', { businessId }) })
    return answer
  }

  return (
    <ConfirmModal
      title={text.deleteTitle}
      text={
        <>
          <Text>{text.deleteQuestion}</Text>
          <Text fw={600} mt="xs">
            {member.FirstName} {member.LastName}
          </Text>
          {member.MembershipNumber && <Text>Membership No. {member.MembershipNumber}</Text>}
        </>
      }
      confirmLabel="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
