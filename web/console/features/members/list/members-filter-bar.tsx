import { listMessages as messages } from '#contract/members/list/list-messages.ts'
import { FilterButton, FilterLine } from '#parts/member-filter/filter-choice.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import type { MembersSearch } from './members-search.ts'

const text = messages.members

type Props = { search: MembersSearch; onChange: (patch: Partial<MembersSearch>) => void }

/** The two searches, and the filter with what it says. */
export function MembersFilterBar({ search, onChange }: Props) {
  const { q, membershipNumber, filter } = search
  return (
    <>
      <FilterBar filters={{ isSet: filter !== '', reset: () => onChange({ filter: '' }) }}>
        <SearchBox
          label={text.searchPlaceholder}
          value={q}
          onSearch={(words) => onChange({ q: words })}
          isMain
        />
        <SearchBox
          label={text.numberPlaceholder}
          value={membershipNumber}
          onSearch={(number) => onChange({ membershipNumber: number })}
        />
        <FilterButton filter={filter} onChange={(query) => onChange({ filter: query })} />
      </FilterBar>
      <FilterLine filter={filter} />
    </>
  )
}
