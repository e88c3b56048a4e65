import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { ComponentProps } from 'react'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'

type Props = ComponentProps<typeof MultiSelect> & {
  /** The numbers of the venues the user has, of which some may be gone. */
  venues: readonly string[]
}

/** The venues a user is confined to; none means all. */
export function VenuesField({ venues, ...input }: Props) {
  const { VenueSummaries } = useBusiness()
  const gone = venues.filter((venueNo) => !VenueSummaries.some((venue) => venue.VenueNo === venueNo))
  return (
    <MultiSelect
      label="Venues"
      description="An empty list means access to all venues."
      placeholder={input.value?.length ? '' : 'All venues'}
      data={[
        ...VenueSummaries.map(({ VenueNo, DisplayName }) => ({ value: VenueNo, label: DisplayName })),
        ...gone.map((value) => ({ value, label: `Venue ${value} ${messages.generic.deprecated}` })),
      ]}
      searchable
      nothingFoundMessage={VenueSummaries.length === 0 ? messages.venues.none : 'No venue of this name'}
      {...input}
    />
  )
}
