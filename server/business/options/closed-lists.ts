import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EnumName, Option } from '#contract/business/configuration.ts'
import { cardOrderStatuses } from '#contract/orders/card-orders.ts'

/** A list that is the same for every business. */
export async function closedList(name: EnumName): Promise<Option[]> {
  return lists[name]()
}

const lists: Record<EnumName, () => Option[] | Promise<Option[]>> = {
  CalendarMonths: () =>
    Array.from({ length: 12 }, (_, month) => ({
      Key: String(month + 1),
      Value: monthName.format(Date.UTC(2000, month)),
    })),
  CherryPayCardOrderStatus: () => cardOrderStatuses.map((status) => ({ Key: status, Value: status })),
  Timezone: () => timeZonesAt(Date.now()),
}

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })

const hourMs = 3_600_000
let zones: { hour: number; list: Promise<Option[]> } | undefined

/** Every time zone, Australia's first, with its offset, which is looked up once an hour. */
function timeZonesAt(now: number): Promise<Option[]> {
  const hour = Math.floor(now / hourMs)
  if (zones?.hour !== hour) zones = { hour, list: readTimeZones(now) }
  return zones.list
}

async function readTimeZones(now: number): Promise<Option[]> {
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC']
  const own = names.filter((name) => name.startsWith('Australia/'))
  const list: Option[] = []
  for (const name of new Set([...own, ...names])) {
    list.push(zoneAt(name, now))
    // All 400 at a stretch would keep everyone else waiting for some tenths of a second.
    await nextTurn()
  }
  return list
}

function zoneAt(timeZone: string, now: number): Option {
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  return {
    Key: timeZone,
    Value: `${timeZone.replaceAll('_', ' ')} (${offset === 'GMT' ? 'GMT+00:00' : offset})`,
  }
}
