import { z } from 'zod'
import { useList } from '#console/queries.ts'
import { businessApi } from '#contract/business/business.ts'
import { OutboxChannel, OutboxState, outboxStates } from '#contract/messaging/outbox.ts'
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
  const { rows = [] } = useList(businessApi.listBusinesses, { query: { limit: 500 } })
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
      <SelectFilter
        label="Business"
        anyLabel="Any business"
        value={values.forBusiness}
        options={rows.map(({ BusinessId, DisplayName }) => ({ value: BusinessId, label: DisplayName }))}
        onChange={(forBusiness) => change({ forBusiness })}
      />
    </FilterBar>
  )
}
