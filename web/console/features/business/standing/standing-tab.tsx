import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { useRead } from '#console/queries.ts'
import { type Standing, standingApi, type StandingShown } from '#contract/business/standing.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { formatDateTime, formatLongDate } from '#ui/text/format.ts'
import { EndDialog } from './end-dialog.tsx'
import { type Act, StandingDialog } from './standing-dialog.tsx'

/** How the business stands, the ways to close it and to open it again, and everything it has to take along. */
export function Tab() {
  const { BusinessId: businessId } = useBusiness()
  const [isEnding, setEnding] = useState(false)
  const { data, error, retry } = useRead(standingApi.getStanding, { params: { businessId } })
  if (error && !data)
    return <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
  if (!data) return <Skeleton height="24rem" />
  return (
    <Stack gap="md" maw="48rem">
      <StandingPanel shown={data} />
      <Everything />
      {data.Standing !== 'Ended' && (
        <EndPanel days={daysLater(data.EraseAfterDays)} onEnd={() => setEnding(true)} />
      )}
      {isEnding && <EndDialog days={daysLater(data.EraseAfterDays)} onClose={() => setEnding(false)} />}
    </Stack>
  )
}

const colours: Readonly<Record<Standing, StatusColor>> = { Open: 'green', Suspended: 'red', Ended: 'black' }

const acts: Readonly<Record<Standing, Act>> = { Open: 'suspend', Suspended: 'lift', Ended: 'take back' }
const actLabels: Readonly<Record<Act, string>> = {
  suspend: 'Suspend',
  lift: 'Lift the suspension',
  'take back': 'Take back',
}

function StandingPanel({ shown }: { shown: StandingShown }) {
  const { TimeZone } = useBusiness()
  const [asking, setAsking] = useState<Act | null>(null)
  const act = acts[shown.Standing]
  return (
    <Panel
      title="Standing"
      mark={<StatusBadge color={colours[shown.Standing]}>{shown.Standing}</StatusBadge>}
    >
      <Stack gap="sm" align="flex-start">
        {sentences(shown, TimeZone).map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
        <Button {...(act === 'suspend' && { color: 'red' })} onClick={() => setAsking(act)}>
          {actLabels[act]}
        </Button>
      </Stack>
      {asking && <StandingDialog act={asking} onClose={() => setAsking(null)} />}
    </Panel>
  )
}

function Everything() {
  const { BusinessId: businessId } = useBusiness()
  return (
    <Panel title="Everything it has">
      <Stack gap="sm" align="flex-start">
        <Text>
          A zip file of this moment: each table as CSV, with its ids, all pictures, and a manifest with counts
          and the sums of the ledger. Passwords, keys and the secrets of links are not in it. It holds what
          the club knows of its members: keep it as safely.
        </Text>
        <DownloadButton
          row={standingApi.exportBusiness}
          input={{ params: { businessId } }}
          label="Download everything"
          failure="The download failed."
        />
      </Stack>
    </Panel>
  )
}

function EndPanel({ days, onEnd }: { days: string; onEnd: () => void }) {
  return (
    <Panel title="End">
      <Stack gap="sm" align="flex-start">
        <Text>
          For a club that leaves: it is closed at once, and erased with everything it has {days}. Until then
          it can be taken back.
        </Text>
        <Button variant="outline" color="red" onClick={onEnd}>
          End this business
        </Button>
      </Stack>
    </Panel>
  )
}

const daysLater = (days: number) => (days === 1 ? 'a day later' : `${days} days later`)

function sentences(
  { Standing: standing, Since, Reason, By, RestingJobs, EraseOn }: StandingShown,
  zone: string,
) {
  if (Since === null) return ['Everybody with an account can sign in and work.']
  const since = `${standing} by ${By} on ${formatDateTime(Since, zone)}: ‘${Reason}’`
  if (EraseOn !== null)
    return [
      since,
      `On ${formatLongDate(EraseOn)} it is erased with everything it has. Until then it can be taken back.`,
    ]
  const jobs = RestingJobs === 1 ? ', and 1 job rests' : `, and ${RestingJobs} jobs rest`
  return [since, `Nobody of it can sign in or work${RestingJobs > 0 ? jobs : ''} until that is lifted.`]
}
