import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { isOpenSending } from '#contract/messaging/mass-sending.ts'
import { passInvitationsApi, type StoredSearch } from '#contract/passes/pass-invitations.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { InviteManyCount } from './invite-many-count.tsx'
import { InviteManyProgress } from './invite-many-progress.tsx'

type Props = { search: StoredSearch; onClose: () => void }

/** Invites all members of a search: says how many they are, asks, and shows how far it is. */
export function InviteManyDialog({ search, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { close, modal } = useDialog(onClose)
  const [startedId, setStartedId] = useState<string | null>(null)
  // What somebody has started before may still be under way.
  const { data, error } = useRead(passInvitationsApi.listPassInvitations, {
    params: { businessId },
    query: { limit: 1 },
  })
  const last = data?.Results[0]
  const runId = startedId ?? (last && isOpenSending(last) ? last.RunId : null)
  return (
    <Modal {...modal} title="Digital Membership Invitations" size="lg">
      {runId !== null && <InviteManyProgress runId={runId} onClose={close} />}
      {runId === null && (data || error) && (
        <InviteManyCount search={search} onStarted={setStartedId} onClose={close} />
      )}
      {!data && !error && runId === null && <Skeleton height="12rem" />}
    </Modal>
  )
}
