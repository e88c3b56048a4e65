import { ActionIcon, Anchor, Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconBellZ } from '@tabler/icons-react'
import { useId } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useBusinessDay } from '#console/days.ts'
import { daysBetween, zonedTime } from '#contract/events/event-times.ts'
import { todayInWords, waitedInWords } from '#contract/today/today-words.ts'
import { todayApi, type Snooze, type TodayLine } from '#contract/today/today.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { icons, itemHref, listHref } from './today-lines.ts'
import { TonightsEvents } from './tonights-events.tsx'
import styles from './today.module.css'

/** One thing that waits: how many, the first of them, the way to all, and a way to see it later. */
export function Line({ line }: { line: TodayLine }) {
  const { BusinessId: businessId } = useBusiness()
  const id = useId()
  const today = useBusinessDay()
  const Icon = icons[line.Line]
  const isUrgent = line.Funds?.DaysLeft != null && line.Funds.DaysLeft < 14
  const oldest = line.Items[0]
  const isReviewed = line.Line === 'applications' || line.Line === 'renewals'
  return (
    <li className={styles.line} data-snoozed={line.SnoozedUntil !== null || undefined}>
      <span className={styles.icon} data-urgent={isUrgent || undefined}>
        <Icon size={18} stroke={1.5} aria-hidden />
      </span>
      <div className={styles.words}>
        <Anchor component={Link} href={listHref(line.Line, businessId)} id={id} className={styles.sentence}>
          {todayInWords(line)}
        </Anchor>
        <Items line={line} today={today} />
        {line.Line === 'events' && <TonightsEvents />}
        {line.SnoozedUntil && (
          <span className={styles.detail}>
            Snoozed until <DateText value={line.SnoozedUntil} />
          </span>
        )}
      </div>
      <div className={styles.actions}>
        {isReviewed && oldest && (
          <Button
            component={Link}
            size="xs"
            href={itemHref(line, oldest.Id, businessId)}
            aria-describedby={id}
          >
            Review
          </Button>
        )}
        <SnoozeMenu line={line} describedBy={id} />
      </div>
    </li>
  )
}

/** The first few, each with the way to it. */
function Items({ line, today }: { line: TodayLine; today: string }) {
  const { BusinessId: businessId } = useBusiness()
  if (line.Items.length === 0) return null
  return (
    <span className={styles.detail}>
      {line.Items.map((item, index) => (
        <span key={item.Id}>
          {index > 0 && ', '}
          <Anchor component={Link} href={itemHref(line, item.Id, businessId)} className={styles.item}>
            {item.Name}
          </Anchor>{' '}
          <When line={line} date={item.Date} today={today} />
        </span>
      ))}
      {line.Count > line.Items.length && '\u00a0…'}
    </span>
  )
}

function When({ line, date, today }: { line: TodayLine; date: string; today: string }) {
  const { TimeZone } = useBusiness()
  if (line.Line === 'birthdays' && date === today) return 'today'
  if (line.Line === 'birthdays' || line.Line === 'imports') return <DateText value={date} />
  const since = zonedTime(new Date(date), TimeZone).date
  return waitedInWords(daysBetween(since, today))
}

function SnoozeMenu({
  line: { Line: line, SnoozedUntil },
  describedBy,
}: {
  line: TodayLine
  describedBy: string
}) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, line }
  const failure = 'That could not be kept.'
  const snooze = useAction(todayApi.snoozeToday, { failure })
  const unsnooze = useAction(todayApi.unsnoozeToday, { failure })
  const label = { day: 'Until tomorrow', week: 'For a week' } satisfies Record<Snooze, string>
  if (SnoozedUntil)
    return (
      <Button
        variant="default"
        size="xs"
        aria-describedby={describedBy}
        onClick={() => void unsnooze.run({ params })}
      >
        Bring back
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray.7" aria-label="Snooze" aria-describedby={describedBy}>
          <IconBellZ size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(['day', 'week'] as const).map((span) => (
          <Menu.Item key={span} onClick={() => void snooze.run({ params, body: { For: span } })}>
            {label[span]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
