import { Anchor, Button, Group, Title } from '@mantine/core'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { MemberFields } from '#contract/members/member-fields.ts'
import { daysToUndoMerge, memberMergesApi } from '#contract/members/member-merges.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import conflictStyles from '#parts/conflict/conflict.module.css'
import { PickRow } from '#parts/conflict/pick-row.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useKeepMember } from '#features/members/keep-member.ts'
import { useMembersCrumb } from '#features/members/members-crumb.ts'
import { differencesOf, memberWithTheirs } from './merge-fields.ts'
import styles from './merge.module.css'
import { shownValue } from './picked-value.tsx'

/** Two members side by side, to be made one. */
export function Page() {
  const { memberId } = usePageParams('mergeMember')
  const { with: otherId = '' }: { with?: string } = useSearch({ strict: false })
  const { BusinessId: businessId } = useBusiness()
  const crumb = useMembersCrumb()
  const input = otherId === '' ? null : { params: { businessId, memberId }, query: { with: otherId } }
  const { data, error, retry } = useRead(memberMergesApi.previewMemberMerge, input)
  // Whom to merge with is chosen on the member's own page.
  if (input === null) return <Navigate to={pageHref('member', { businessId, memberId })} replace />
  return (
    <ConsolePage
      title="Merge members"
      under={[
        crumb,
        ...(data
          ? [{ label: memberName(data.Survivor), href: pageHref('member', { businessId, memberId }) }]
          : []),
      ]}
    >
      {data && (
        <Merge
          key={`${data.Survivor.Revision} ${data.Other.Revision} ${data.Other.id}`}
          survivor={data.Survivor}
          other={data.Other}
          follows={data.Follows}
          onStale={retry}
        />
      )}
      {!data && error && (
        <ErrorState title={messages.generic.recordError} detail={error.message} onRetry={retry} />
      )}
      {!data && !error && <Skeleton height="16rem" />}
    </ConsolePage>
  )
}

type Props = {
  survivor: Member
  other: Member
  follows: readonly { Label: string; Count: number }[]
  onStale: () => void
}

function Merge({ survivor, other, follows, onStale }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const [sides] = useState(() => ({ mine: MemberFields.parse(survivor), theirs: MemberFields.parse(other) }))
  const [differences] = useState(() => differencesOf(sides.mine, sides.mine, sides.theirs))
  // What the one who stays has is kept, and what they lack is taken.
  const [theirs, setTheirs] = useState(
    () => new Set(differences.filter(({ mine }) => mine === '').map(({ key }) => key)),
  )
  const { merge, isMerging } = useMerge({ survivor, other, onStale })
  const names = { mine: labelOf(survivor), theirs: labelOf(other) }
  const pick = (key: string, isTheirs: boolean) =>
    setTheirs(isTheirs ? new Set([...theirs, key]) : new Set([...theirs].filter((each) => each !== key)))
  return (
    <>
      <Lead survivor={survivor} other={other} />
      <Title order={2} className={styles.heading}>
        Where they differ
      </Title>
      {differences.length === 0 && <p>They are the same in every field.</p>}
      <div className={conflictStyles.rows}>
        {differences.map((difference) => (
          <PickRow
            key={difference.key}
            difference={difference}
            names={names}
            showValue={shownValue}
            value={theirs.has(difference.key) ? 'theirs' : 'mine'}
            onPick={(side) => pick(difference.key, side === 'theirs')}
          />
        ))}
      </div>
      <Follows follows={follows} />
      <Group gap="xs" mt="lg">
        <WorkingButton
          isWorking={isMerging}
          onClick={() => merge(memberWithTheirs(sides.mine, sides.theirs, theirs))}
        >
          Merge
        </WorkingButton>
        <Button
          component={Link}
          variant="default"
          href={pageHref('member', { businessId, memberId: survivor.id })}
        >
          Cancel
        </Button>
      </Group>
    </>
  )
}

function Lead({ survivor, other }: Pick<Props, 'survivor' | 'other'>) {
  const { BusinessId: businessId } = useBusiness()
  const otherWay = pageHref('mergeMember', { businessId, memberId: other.id }, { with: survivor.id })
  return (
    <p className={styles.lead}>
      <strong>{labelOf(survivor)}</strong> stays. <strong>{labelOf(other)}</strong> is deleted, and what
      belongs to them follows.{' '}
      <Anchor component={Link} href={otherWay} underline="always">
        The other way round
      </Anchor>
    </p>
  )
}

function Follows({ follows }: Pick<Props, 'follows'>) {
  return (
    <section aria-label="What follows">
      <Title order={2} className={styles.heading}>
        What follows
      </Title>
      {follows.length > 0 && (
        <ul className={styles.follows}>
          {follows.map(({ Label, Count }) => (
            <li key={Label}>
              {Label}: {Count.toLocaleString()}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.facts}>For {daysToUndoMerge} days the merge can be undone on the member’s page.</p>
    </section>
  )
}

function useMerge({ survivor, other, onStale }: Pick<Props, 'survivor' | 'other' | 'onStale'>) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const keep = useKeepMember(businessId)
  const { run, isRunning } = useAction(memberMergesApi.mergeMembers, {
    success: 'Members merged.',
    failure: 'The members could not be merged.',
  })
  async function merge(fields: MemberFields) {
    const answer = await run({
      params: { businessId, memberId: survivor.id },
      body: { OtherId: other.id, Revision: survivor.Revision, OtherRevision: other.Revision, Fields: fields },
    })
    if (!answer.ok) return answer.code === 'member_changed' ? onStale() : undefined
    keep(answer.data.data)
    return void navigate({ to: pageHref('member', { businessId, memberId: survivor.id }) })
  }
  return { merge, isMerging: isRunning }
}

function memberName({ FirstName, LastName }: Member): string {
  return `${FirstName} ${LastName}`
}

function labelOf(member: Member): string {
  return [memberName(member), member.MembershipNumber].filter(Boolean).join(', ')
}
