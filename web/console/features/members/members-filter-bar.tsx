import { Button, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { parseFilter } from '#contract/member-filter.ts'
import { messages } from '#contract/messages.ts'
import { FilterSentence } from '#parts/member-filter/filter-sentence.tsx'
import { MemberFilterDialog } from '#parts/member-filter/member-filter-dialog.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import type { MembersSearch } from './members-search.ts'

const text = messages.members

type Props = { search: MembersSearch; onChange: (patch: Partial<MembersSearch>) => void }

/** The two searches, and the filter with what it says. */
export function MembersFilterBar({ search, onChange }: Props) {
  const { q, membershipNumber, filter } = search
  const [isFiltering, setFiltering] = useState(false)
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
        <Button
          variant={filter === '' ? 'default' : 'light'}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setFiltering(true)}
        >
          Filters
        </Button>
      </FilterBar>
      {filter !== '' && (
        <Text
          component="output"
          display="block"
          mt="calc(-1 * var(--mantine-spacing-xs))"
          mb="md"
          aria-label="Filter"
        >
          <FilterSentence filter={parseFilter(filter).filter} />
        </Text>
      )}
      {isFiltering && (
        <MemberFilterDialog
          value={filter}
          onChange={(query) => onChange({ filter: query })}
          onClose={() => setFiltering(false)}
        />
      )}
    </>
  )
}
