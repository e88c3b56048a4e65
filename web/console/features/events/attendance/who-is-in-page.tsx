import { Button, Checkbox } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { useKeptUpList, useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { eventTitle } from '#contract/events/event-files.ts'
import { eventsApi } from '#contract/events/events.ts'
import { type PersonIn, whoIsInApi } from '#contract/events/who-is-in.ts'
import { visitorLine } from '#contract/visitors/visitor-words.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './who-is-in.module.css'
import { WorkingButton } from '#ui/form/working-button.tsx'

/** Who is in at this moment, to be called out where people gather: on a phone in one hand, or on paper. */
export function Page() {
  const { eventId } = usePageParams('whoIsIn')
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, eventId }
  // Its name and its clocks are extras: whoever may not see an event that is closed by now sees who is in all the same.
  const { data: event } = useRead(eventsApi.getEvent, { params })
  const list = useWholeList(params)
  return (
    <ConsolePage
      title="Who is in"
      subtitle={event?.EventName}
      under={[{ label: 'Events', href: pageHref('events', { businessId }) }]}
      action={<PrintButton name={event && eventTitle(event, 'who is in')} isWhole={list.isWhole} />}
    >
      <RollCall list={list} zone={event?.TimeZoneId} />
    </ConsolePage>
  )
}

type Params = { businessId: string; eventId: string }
type WholeList = ReturnType<typeof useWholeList>

/** Everybody who is in, page by page until the last, as they come and go: nobody may be missing because they are on the next. */
function useWholeList(params: Params) {
  const list = useKeptUpList(whoIsInApi.listWhoIsIn, { params, query: { limit: 500, of: 'everybody' } })
  const { rows, error, hasMore, isLoadingMore, loadMore } = list
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error) loadMore()
  })
  const isWhole = rows !== undefined && !hasMore && !error
  return { ...list, isWhole }
}

type PrintProps = { name: string | undefined; isWhole: boolean }

function PrintButton({ name = document.title, isWhole }: PrintProps) {
  // Printed to a file it is called by the title of the page.
  function print() {
    const title = document.title
    document.title = name
    window.print()
    document.title = title
  }
  return (
    <WorkingButton
      variant="default"
      className={styles.onScreen}
      leftSection={<IconPrinter size={16} aria-hidden />}
      isWorking={false}
      whyNot={isWhole ? null : 'Not all of the list is here yet.'}
      onClick={print}
    >
      Print
    </WorkingButton>
  )
}

function RollCall({ list, zone }: { list: WholeList; zone: string | undefined }) {
  const { rows, error, hasMore, retry } = list
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  if (error && !rows)
    return <ErrorState title="Who is in could not be read." detail={error.message} onRetry={retry} />
  if (!rows) return <Skeleton height={240} />
  if (rows.length === 0)
    return (
      <>
        <EmptyState text="Nobody is in at this moment." />
        <OfWhat list={list} zone={zone} />
      </>
    )
  const toggle = (key: string) => {
    const next = new Set(seen)
    if (!next.delete(key)) next.add(key)
    setSeen(next)
  }
  const found = rows.filter((person) => seen.has(keyOf(person))).length
  const visitors = rows.filter(({ Visit }) => Visit !== null).length
  return (
    <>
      <div className={styles.sum}>
        <output aria-live="polite">
          {hasMore ? 'Reading…' : `${rows.length} in, ${found} seen, ${rows.length - found} to find`}
          {!hasMore && <AmongThem visitors={visitors} />}
        </output>
        <Button variant="default" onClick={retry} className={styles.onScreen}>
          Read again
        </Button>
      </div>
      <OfWhat list={list} zone={zone} />
      {error && <ErrorState title="Not everybody could be read." detail={error.message} onRetry={retry} />}
      <ul className={styles.people}>
        {rows.map((person) => (
          <li key={keyOf(person)}>
            <Checkbox
              size="md"
              checked={seen.has(keyOf(person))}
              onChange={() => toggle(keyOf(person))}
              label={<PersonLine person={person} zone={zone} />}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function AmongThem({ visitors }: { visitors: number }) {
  if (visitors === 0) return null
  const words = visitors === 1 ? '1 of them a visitor' : `${visitors} of them visitors`
  return <span className={styles.visitors}>{words}</span>
}

const keyOf = ({ MemberId, Visit }: PersonIn) => MemberId ?? `visit ${Visit?.VisitId}`

/** Of when the list is, as people come and go, and of whom. */
function OfWhat({ list: { readAt = 0 }, zone }: { list: WholeList; zone: string | undefined }) {
  const { AuthorisedVenues: own } = useMe()
  return (
    <p className={styles.rest}>
      As of <DateText value={new Date(readAt).toISOString()} withTime {...(zone && { zone })} />.
      {own.length > 0 && ' You see the members of your venues and their guests alone: others may be in, too.'}
    </p>
  )
}

function PersonLine({ person, zone }: { person: PersonIn; zone: string | undefined }) {
  const { FirstName, LastName, MembershipNumber, Since, Session, IsByOldList, Visit } = person
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        {LastName}, {FirstName}
      </span>
      <span className={styles.rest}>
        {Visit ? visitorLine(Visit.Kind, Visit.BroughtBy) : (MembershipNumber ?? '-')}
        {Session && ` · ${Session.Name}`}
        {Visit ? ' · signed in ' : ' · since '}
        <DateText value={Since} withTime {...(zone && { zone })} />
        {IsByOldList && ' · let in by an old list'}
      </span>
    </span>
  )
}
