import { z } from 'zod'
import { OutboxChannel, OutboxState, outboxStates } from '#contract/messaging/outbox.ts'
import { BusinessFilter } from '#parts/business-filter.tsx'
import { FilterBar, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { channelNames } from './channels.ts'

/** What the address can narrow the outbox down by. */
export const OutboxSearch = z.object({
  q: z.string().catch(''),
  state: OutboxState.optional().catch(undefined),
  channel: OutboxChannel.optional().catch(undefined),
  forBusiness: z.string().optional().catch(undefined),
})

/** To whom, in which state, by which way, of which business. */
export function OutboxFilterBar({ filters }: { filters: Filters<z.output<typeof OutboxSearch>> }) {
  const { values, change } = filters
  return (
    <FilterBar filters={filters}>
      <SearchBox label="Search messages" value={values.q} onSearch={(q) => change({ q })} isMain />
      <SelectFilter
        label="State"
        anyLabel="Any state"
        value={values.state}
        options={outboxStates}
        onChange={(state) => change({ state })}
      />
      <SelectFilter
        label="Channel"
        anyLabel="Any channel"
        value={values.channel}
        options={OutboxChannel.options.map((value) => ({ value, label: channelNames[value] }))}
        onChange={(channel) => change({ channel })}
      />
      <BusinessFilter value={values.forBusiness} onChange={(forBusiness) => change({ forBusiness })} />
    </FilterBar>
  )
}
