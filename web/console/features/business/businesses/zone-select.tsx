import { NativeSelect, type NativeSelectProps } from '@mantine/core'

const all = Intl.supportedValuesOf('timeZone')
const isOwn = (zone: string) => zone.startsWith('Australia/')
const zones = [...all.filter(isOwn), ...all.filter((zone) => !isOwn(zone))]

/** The time zone of a business that isn't there yet, so that nobody can be asked for the list: the browser knows one. */
export function ZoneSelect(props: Omit<NativeSelectProps, 'data'>) {
  return (
    <NativeSelect
      label="Time Zone"
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      {...props}
    />
  )
}
