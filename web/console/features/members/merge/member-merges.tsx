import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { memberMergesApi, type MemberMerge } from '#contract/members/member-merges.ts'
import type { Member } from '#contract/members/members.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import styles from './merge.module.css'

/** Says which members were merged into this one, or that it was merged into another, as long as that can be undone. */
export function MemberMerges({ member }: { member: Member }) {
  const { BusinessId: businessId, LicencedHubProducts: licences } = useBusiness()
  const me = useMe()
  const { data } = useRead(memberMergesApi.listMemberMerges, { params: { businessId, memberId: member.id } })
  const [undoing, setUndoing] = useState<MemberMerge | null>(null)
  const merges = data?.Results.filter(({ CanUndo }) => CanUndo) ?? []
  const mayUndo = isOpenTo(me, memberMergesApi.undoMemberMerge.access, licences)
  return (
    <>
      {merges.map((merge) => (
        <Alert key={merge.MergeId} color="blue" p="sm" mb="md">
          <div className={styles.merge}>
            <span>
              <MergeText merge={merge} member={member} businessId={businessId} /> on{' '}
              <DateText value={merge.At} /> by {merge.ActorName}.
            </span>
            {mayUndo && merge.SurvivorId === member.id && (
              <Button variant="default" size="xs" onClick={() => setUndoing(merge)}>
                Undo merge
              </Button>
            )}
          </div>
        </Alert>
      ))}
      {undoing && <UndoDialog merge={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}

function MergeText({
  merge,
  member,
  businessId,
}: {
  merge: MemberMerge
  member: Member
  businessId: string
}) {
  if (merge.SurvivorId === member.id) return <>Merged with {merge.OtherName}</>
  return (
    <>
      Merged into{' '}
      <Link href={pageHref('member', { businessId, memberId: merge.SurvivorId })}>{merge.SurvivorName}</Link>
    </>
  )
}

function UndoDialog({ merge, onClose }: { merge: MemberMerge; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(memberMergesApi.undoMemberMerge, {
    success: 'Merge undone.',
    failure: 'The merge could not be undone.',
  })
  return (
    <ConfirmModal
      title="Undo this merge?"
      text={`${merge.OtherName} becomes a member of their own again, with all that came from them. What was changed since the merge stays with ${merge.SurvivorName}.`}
      confirmLabel="Undo merge"
      onConfirm={() => run({ params: { businessId, memberId: merge.SurvivorId, mergeId: merge.MergeId } })}
      onClose={onClose}
    />
  )
}
