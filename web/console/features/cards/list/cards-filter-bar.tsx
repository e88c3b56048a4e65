import { Button } from '@mantine/core'
import { z } from 'zod'
import { endOfDay, startOfDay } from '#contract/values/start-of-day.ts'
import { ProgramFilter } from '#parts/program-filter.tsx'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { FilterBar, RowsSelect, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'

const date = z.iso.date().optional().catch(undefined)

/** What the address can narrow the cards down by. */
export const CardsSearch = z.object({
  q: z.string().catch(''),
  cardProgramId: z.string().optional().catch(undefined),
  lost: z.literal('true').optional().catch(undefined),
  from: date,
  to: date,
  rows: z.coerce.number().int().min(1).max(500).catch(10),
})
export type CardsFilters = z.output<typeof CardsSearch>

/** The filters as the list takes them, with days of this zone. */
export function cardsQueryOf({ q, cardProgramId, lost, from, to, rows }: CardsFilters, zone: string) {
  return {
    q,
    cardProgramId,
    reportedLost: lost,
    createdFromDate: from && startOfDay(from, zone),
    createdToDate: to && endOfDay(to, zone),
    limit: rows,
  }
}

type Props = {
  filters: Filters<CardsFilters>
  /** Asks the server anew. */
  onSearch: () => void
}

/** Which cards: of a program, of some days, with some words. The table follows each change. */
export function CardsFilterBar({ filters, onSearch }: Props) {
  const { values, change } = filters
  return (
    <FilterBar filters={filters}>
      <SearchBox label="Search cards" value={values.q} onSearch={(q) => change({ q })} isShort isMain />
      <ProgramFilter value={values.cardProgramId} onChange={(cardProgramId) => change({ cardProgramId })} />
      <SelectFilter
        label="Waiting"
        value={values.lost}
        options={[{ value: 'true', label: 'Reported lost' }]}
        anyLabel="All cards"
        width="8rem"
        onChange={(lost) => change({ lost })}
      />
      <SpanFields label="Created" values={values} change={change}>
        <RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />
        <Button variant="default" onClick={onSearch}>
          Search
        </Button>
      </SpanFields>
    </FilterBar>
  )
}
