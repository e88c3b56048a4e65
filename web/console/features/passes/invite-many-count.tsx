import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead, useSearchRead } from '#console/queries.ts'
import { parseFilter } from '#contract/members/member-filter.ts'
import { messages } from '#contract/messages.ts'
import { passesApi } from '#contract/passes/passes.ts'
import {
  passInvitationsApi,
  type PassRunCount,
  type StoredSearch,
} from '#contract/passes/pass-invitations.ts'
import { FilterSentence } from '#parts/member-filter/filter-sentence.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { DesignField } from './invite-dialog.tsx'

type Props = { search: StoredSearch; onStarted: (runId: string) => void; onClose: () => void }

/** Whom it would go to, counted, and the button that sends it. */
export function InviteManyCount({ search, onStarted, onClose }: Props) {
  const { designs, design, choose, counted, failure, retry } = useCount(search)
  const { start, isStarting } = useStart(search, onStarted)
  const toInvite = counted.data?.ToInvite ?? 0
  return (
    <Stack gap="md">
      <SearchInWords search={search} />
      {designs && !design && <EmptyState text="There is no digital membership card to send yet." />}
      {designs && design && (
        <DesignField designs={designs} value={design.PassConfigurationId} onChoose={choose} />
      )}
      {failure && (
        <ErrorState title="The members could not be counted." detail={failure.message} onRetry={retry} />
      )}
      {!failure && !counted.data && (design || !designs) && <Skeleton height="8rem" />}
      {counted.data && <Count count={counted.data} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <WorkingButton
          isWorking={isStarting}
          disabled={toInvite === 0 || counted.isStale}
          onClick={() => design && void start(design.PassConfigurationId, toInvite)}
        >
          {toInvite === 1 ? 'Send 1 invitation' : `Send ${inFigures(toInvite)} invitations`}
        </WorkingButton>
      </Group>
    </Stack>
  )
}

/** Which card, and how many members would be sent it. */
function useCount(search: StoredSearch) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId }
  const { data, error, retry } = useRead(passesApi.listPassesToSend, { params })
  const [chosenId, choose] = useState('')
  const designs = data?.Results
  const design = designs?.find(({ PassConfigurationId }) => PassConfigurationId === chosenId) ?? designs?.[0]
  const counted = useSearchRead(
    passInvitationsApi.countPassInvitations,
    design ? { params, query: { ...search, PassConfigurationId: design.PassConfigurationId } } : null,
  )
  const failure = error ?? counted.error
  return { designs, design, choose, counted, failure, retry: error ? retry : counted.retry }
}

function useStart(search: StoredSearch, onStarted: Props['onStarted']) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(passInvitationsApi.startPassInvitations, {
    failure: messages.passInvitation.failed,
    // The dialog follows the run itself: a list read now would call it under way when it has long ended.
    except: [passInvitationsApi.listPassInvitations],
  })
  async function start(PassConfigurationId: string, ToInvite: number) {
    const answer = await run({ params: { businessId }, body: { ...search, PassConfigurationId, ToInvite } })
    if (answer.ok) onStarted(answer.data.RunId)
  }
  return { start, isStarting: isRunning }
}

const inFigures = (count: number) => count.toLocaleString('en-AU')

function Count({ count }: { count: PassRunCount }) {
  return (
    <>
      <Facts
        facts={[
          ['Members', inFigures(count.Members)],
          ['Passed over', inFigures(count.Skipped)],
          ['Can’t be reached', inFigures(count.Unreachable)],
          ['Will be invited', <strong key="invited">{inFigures(count.ToInvite)}</strong>],
        ]}
      />
      {count.Skipped > 0 && (
        <Text size="sm" c="dimmed">
          Passed over are those who have the card, had it taken away, or are not financial where it would be
          void.
        </Text>
      )}
      {count.ToInvite > 0 && (
        <Alert color="blue" p="sm">
          Each of them gets a text message, or an e-mail where there is no mobile number. What was sent can’t
          be taken back.
        </Alert>
      )}
    </>
  )
}

function SearchInWords({ search: { q, membershipNumber, filter = '' } }: { search: StoredSearch }) {
  const searched = [q, membershipNumber].filter(Boolean)
  return (
    <Text component="div">
      {searched.length === 0 && filter === '' && 'Everybody in this list, also those who are not loaded yet.'}
      {searched.length > 0 && <>Members found by “{searched.join('” and “')}”. </>}
      {filter !== '' && <FilterSentence filter={parseFilter(filter).filter} />}
    </Text>
  )
}
