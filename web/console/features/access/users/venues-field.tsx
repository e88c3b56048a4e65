import { Checkbox, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { ComponentProps } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { venuesApi } from '#contract/business/venues.ts'
import { messages } from '#contract/messages.ts'
import styles from './venues-field.module.css'

type Props = Omit<ComponentProps<typeof Checkbox.Group>, 'children'> & {
  /** The numbers of the venues the user has, of which some may be gone. */
  current: readonly string[]
}

/** The venues a user is confined to; none means all. */
export function VenuesField({ current, ...input }: Props) {
  const { VenueSummaries: offered } = useBusiness()
  const gone = current.filter((venueNo) => !offered.some((venue) => venue.VenueNo === venueNo))
  const nameOf = useNamesOfVenues(gone.length > 0)
  const isEmpty = input.value?.length === 0
  return (
    <Checkbox.Group
      label="Venues"
      description={isEmpty ? 'None is chosen: access to all venues.' : 'Access to the chosen venues only.'}
      {...input}
    >
      <div className={styles.venues}>
        {offered.map(({ VenueNo, DisplayName }) => (
          <Checkbox key={VenueNo} value={VenueNo} label={DisplayName} />
        ))}
        {gone.map((venueNo) => (
          <Checkbox
            key={venueNo}
            value={venueNo}
            label={`${nameOf(venueNo)} ${messages.generic.deprecated}`}
          />
        ))}
        {offered.length + gone.length === 0 && <Text c="dimmed">{messages.venues.none}</Text>}
      </div>
    </Checkbox.Group>
  )
}

/** What venues are called that are offered no more: those that are closed. */
function useNamesOfVenues(areWanted: boolean): (venueNo: string) => string {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(venuesApi.listVenues, areWanted ? { params: { businessId } } : null)
  return (venueNo) =>
    data?.Results.find((venue) => venue.VenueNo === venueNo)?.DisplayName ?? `Venue ${venueNo}`
}
