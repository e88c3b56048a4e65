import { Button, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { kindOf, parseFilter } from '#contract/members/member-filter.ts'
import { LostPart } from '#ui/feedback/error-state.tsx'
import { fetched, Nothing } from '#ui/feedback/fetched.tsx'
import { opened } from '#ui/layout/opened.tsx'

// A list shows its rows before anybody filters them.
const MemberFilterDialog = opened(async () => (await import('./member-filter-dialog.tsx')).MemberFilterDialog)
const FilterSentence = fetched(
  async () => (await import('./filter-sentence.tsx')).FilterSentence,
  null,
  LostPart,
)
const PointsRecounts = fetched(
  async () => (await import('#parts/points-recount.tsx')).PointsRecounts,
  null,
  Nothing,
)

type Props = { filter: string; onChange: (filter: string) => void }

/** The button that opens the filter of a list of members. */
export function FilterButton({ filter, onChange }: Props) {
  const [isFiltering, setFiltering] = useState(false)
  return (
    <>
      <Button
        variant={filter === '' ? 'default' : 'light'}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => setFiltering(true)}
      >
        Filters
      </Button>
      {isFiltering && (
        <MemberFilterDialog
          of="list"
          value={filter}
          onChange={onChange}
          onClose={() => setFiltering(false)}
        />
      )}
    </>
  )
}

/** What the filter in force says, under the bar that it was chosen in; nothing if there is none. */
export function FilterLine({ filter }: { filter: string }) {
  if (filter === '') return null
  const { filter: terms } = parseFilter(filter)
  return (
    <>
      <Text
        component="output"
        display="block"
        mt="calc(-1 * var(--mantine-spacing-xs))"
        mb="md"
        aria-label="Filter"
      >
        <FilterSentence filter={terms} />
      </Text>
      {terms.some(({ name }) => kindOf(name) === 'points') && <PointsRecounts />}
    </>
  )
}
