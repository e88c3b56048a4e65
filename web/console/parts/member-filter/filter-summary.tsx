import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { parseFilter, printFilter } from '#contract/members/member-filter.ts'
import { membersApi } from '#contract/members/members.ts'
import { FilterSentence } from './filter-sentence.tsx'
import styles from './filter-summary.module.css'

const pauseMs = 400

/** Whom a query leaves, in words. */
export function FilterSummary({ text }: { text: string }) {
  return (
    <p className={styles.summary}>
      <FilterSentence filter={parseFilter(text).filter} />
    </p>
  )
}

/** How many members a query leaves, while it is worked on. */
export function FilterCount({ text }: { text: string }) {
  const { filter, errors } = parseFilter(text)
  return errors.length > 0 ? 'Correct the text to see how many match.' : <Count query={printFilter(filter)} />
}

function Count({ query }: { query: string }) {
  const { BusinessId: businessId } = useBusiness()
  const [memberFilterQuery] = useDebouncedValue(query, pauseMs)
  const { data, error, isStale, retry } = useSearchRead(membersApi.countEligibleMembers, {
    params: { businessId },
    query: { memberFilterQuery },
  })
  if (error)
    return (
      <div role="alert" className={styles.failure}>
        The members could not be counted. {error.message}
        <Button variant="default" size="compact-xs" onClick={retry}>
          Retry
        </Button>
      </div>
    )
  const isBehind = isStale || memberFilterQuery !== query
  return (
    <output className={styles.count} data-behind={isBehind || undefined} aria-busy={isBehind || !data}>
      {data ? countInWords(data.Count) : 'Counting…'}
    </output>
  )
}

const figure = new Intl.NumberFormat('en-AU')

function countInWords(count: number): string {
  if (count === 0) return 'No member matches.'
  return count === 1 ? '1 member matches.' : `${figure.format(count)} members match.`
}
