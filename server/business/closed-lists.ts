import type { EnumName, Option } from '#contract/configuration.ts'

/** A list that is the same for every business. */
export function closedList(name: EnumName): Option[] {
  return lists[name]()
}

const lists: Record<EnumName, () => Option[]> = {
  CalendarMonths: () =>
    Array.from({ length: 12 }, (_, month) => ({
      Key: String(month + 1),
      Value: monthName.format(Date.UTC(2000, month)),
    })),
  CherryPayCardOrderStatus: () =>
    ['Incomplete', 'Ordered', 'Completed', 'Cancelled', 'Archived'].map((status) => ({
      Key: status,
      Value: status,
    })),
  Timezone: () => timeZonesAt(Date.now()),
}

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })

const hourMs = 3_600_000
let zones: { hour: number; list: Option[] } | undefined

/** Every time zone, Australia's first, with its offset. Asking for 400 offsets takes long, so it is done once an hour. */
function timeZonesAt(now: number): Option[] {
  const hour = Math.floor(now / hourMs)
  if (zones?.hour !== hour) {
    const names = [...Intl.supportedValuesOf('timeZone'), 'UTC']
    const { true: own = [], false: others = [] } = Object.groupBy(names, (name) =>
      name.startsWith('Australia/') ? 'true' : 'false',
    )
    zones = { hour, list: [...own, ...others].map((name) => zoneAt(name, now)) }
  }
  return zones.list
}

function zoneAt(timeZone: string, now: number): Option {
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  return {
    Key: timeZone,
    Value: `${timeZone.replaceAll('_', ' ')} (${offset === 'GMT' ? 'GMT+00:00' : offset})`,
  }
}
