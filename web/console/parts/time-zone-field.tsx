import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useRead } from '#console/queries.ts'
import { configurationApi } from '#contract/business/configuration.ts'

type Props = Omit<NativeSelectProps, 'data'> & {
  businessId: string
  /** What stands first, for none. */
  noneLabel?: string
}

/** A time zone; Australia's come first. Takes what `form.getInputProps` gives. */
export function TimeZoneField({ businessId, noneLabel, ...props }: Props) {
  const { data } = useRead(configurationApi.listEnum, { params: { businessId, name: 'Timezone' } })
  const current = String(props.value ?? '')
  const isListed = data?.Results.some(({ Key }) => Key === current)
  const known = current === '' || isListed ? [] : [{ Key: current, Value: current.replaceAll('_', ' ') }]
  const zones = [...known, ...(data?.Results ?? [])].map(({ Key, Value }) => ({ value: Key, label: Value }))
  return (
    <NativeSelect
      label="Time Zone"
      data={noneLabel === undefined ? zones : [{ value: '', label: noneLabel }, ...zones]}
      {...props}
    />
  )
}
