import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { parseFilter } from '#contract/members/member-filter.ts'
import { sendingWords, typedAbove } from '#contract/messaging/mass-sending.ts'
import { messages } from '#contract/messages.ts'
import { passesApi } from '#contract/passes/passes.ts'
import { passInvitationsApi, type StoredSearch } from '#contract/passes/pass-invitations.ts'
import { FilterSentence } from '#parts/member-filter/filter-sentence.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WorkProgress } from '#ui/feedback/work-progress.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { DesignField } from './invite-dialog.tsx'
import { MessagePreviewPanel } from './sending/message-preview.tsx'
import { useCounted } from './sending/use-counted.ts'
import styles from './invite-many.module.css'

type Props = { search: StoredSearch; onStarted: (runId: string) => void; onClose: () => void }

/** Whom it would go to, counted, what they would get, and the button that sends it. */
export function InviteManyCount({ search, onStarted, onClose }: Props) {
  const { designs, design, choose, error, retry } = useDesign()
  const designId = design?.PassConfigurationId
  const counted = useCounted(search, designId)
  const failure = error ?? counted.error
  return (
    <Stack gap="md">
      <SearchInWords search={search} />
      {designs && !design && <EmptyState text="There is no digital membership card to send yet." />}
      {designs && designId && <DesignField designs={designs} value={designId} onChoose={choose} />}
      {failure && (
        <ErrorState
          title="The members could not be counted."
          detail={failure.message}
          onRetry={error ? retry : counted.retry}
        />
      )}
      {!failure && !counted.count && (design || !designs) && <Skeleton height="8rem" />}
      {!failure && !counted.isWhole && <Counting {...counted} />}
      {counted.isWhole && counted.count && <Count count={counted.count} room={counted.room} />}
      {counted.isWhole && designId && counted.count && counted.count.ToInvite > 0 && (
        <MessagePreviewPanel key={designId} search={search} passConfigurationId={designId} />
      )}
      <Sending
        search={search}
        designId={designId}
        hasNoCard={designs !== undefined && !design}
        counted={counted}
        onStarted={onStarted}
        onClose={onClose}
      />
    </Stack>
  )
}

/** What has been counted so far, of more than can be counted at once. */
function Counting({ count, share }: Pick<Counted, 'count' | 'share'>) {
  if (!count) return null
  const detail = `${inFigures(count.ToInvite)} to invite so far, of ${inFigures(count.Members)} members`
  return <WorkProgress label="Counting" share={share} detail={detail} />
}

type Counted = ReturnType<typeof useCounted>
type SendingProps = Props & { designId: string | undefined; hasNoCard: boolean; counted: Counted }

/** The button that sends it, or why it can't be pressed; of many the number has to be typed first. */
function Sending({ search, designId, hasNoCard, counted, onStarted, onClose }: SendingProps) {
  const toInvite = counted.isWhole ? (counted.count?.ToInvite ?? 0) : 0
  const [typed, setTyped] = useState<number | ''>('')
  const { start, isStarting } = useStart(search, onStarted, counted.recount)
  const isToBeTyped = toInvite > typedAbove
  const whyNot = whyNotSent(counted, hasNoCard)
  return (
    <Stack gap="sm" className={styles.footer}>
      {isToBeTyped && whyNot === null && (
        <NumberField
          label={`Type ${inFigures(toInvite)} to confirm`}
          description="So many will be written to."
          thousandSeparator=","
          allowDecimal={false}
          value={typed}
          onChange={setTyped}
        />
      )}
      {whyNot && (
        <Text size="sm" c="dimmed" ta="right">
          {whyNot}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <EarlierLink />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <WorkingButton
          isWorking={isStarting}
          whyNot={
            whyNot ?? (isToBeTyped && typed !== toInvite ? `Type ${inFigures(toInvite)} above first.` : null)
          }
          onClick={() => designId && void start(designId, toInvite, typed)}
        >
          {toInvite === 0 ? 'Send invitations' : sendWords(toInvite)}
        </WorkingButton>
      </Group>
    </Stack>
  )
}

const sendWords = (count: number) =>
  count === 1 ? 'Send 1 invitation' : `Send ${inFigures(count)} invitations`

/** Why they can't be sent; null where they can. What failed has said so above. */
function whyNotSent({ count, isWhole, room, error }: Counted, hasNoCard: boolean): string | null {
  if (error) return 'The members could not be counted.'
  if (hasNoCard) return 'There is no card to send yet.'
  if (!isWhole || !count) return 'The members are still being counted.'
  if (count.ToInvite === 0) return 'There is nobody to invite.'
  return room && isAbove(room, count.ToInvite)
    ? sendingWords.aboveRole({ ...room, count: count.ToInvite })
    : null
}

const isAbove = ({ most, before }: NonNullable<Counted['room']>, count: number) => count + before > most

function EarlierLink() {
  const { BusinessId: businessId } = useBusiness()
  return (
    <Button component={Link} variant="subtle" href={pageHref('sendings', { businessId })} mr="auto">
      Sent before
    </Button>
  )
}

/** Which card is sent. */
function useDesign() {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(passesApi.listPassesToSend, { params: { businessId } })
  const [chosenId, choose] = useState('')
  const designs = data?.Results
  const design = designs?.find(({ PassConfigurationId }) => PassConfigurationId === chosenId) ?? designs?.[0]
  return { designs, design, choose, error, retry }
}

function useStart(search: StoredSearch, onStarted: Props['onStarted'], recount: () => void) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(passInvitationsApi.startPassInvitations, {
    failure: messages.passInvitation.failed,
    // The dialog follows the run itself: a list read now would call it under way when it has long ended.
    except: [passInvitationsApi.listPassInvitations],
  })
  async function start(PassConfigurationId: string, ToInvite: number, typed: number | '') {
    const body = { ...search, PassConfigurationId, ToInvite, ...(typed !== '' && { ConfirmCount: typed }) }
    const answer = await run({ params: { businessId }, body })
    if (answer.ok) onStarted(answer.data.RunId)
    // They have become more since they were counted.
    else if (answer.status === 409) recount()
  }
  return { start, isStarting: isRunning }
}

const inFigures = (count: number) => count.toLocaleString('en-AU')

function Count({ count, room }: { count: NonNullable<Counted['count']>; room: Counted['room'] }) {
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
      {room && !isAbove(room, count.ToInvite) && <Text size="sm">{sendingWords.withinRole(room)}</Text>}
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
