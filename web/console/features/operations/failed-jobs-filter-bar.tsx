import { z } from 'zod'
import { FailedJobState } from '#contract/jobs/failed-jobs.ts'
import { taskInWords, taskNames } from '#contract/jobs/job-words.ts'
import { BusinessFilter } from '#parts/business-filter.tsx'
import { FilterBar, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { stateWords } from './state-words.ts'

/** What the address can narrow the failed jobs down by. */
export const FailedJobsSearch = z.object({
  state: FailedJobState.optional().catch(undefined),
  task: z.string().optional().catch(undefined),
  forBusiness: z.string().optional().catch(undefined),
})

const tasks = taskNames
  .map((value) => ({ value, label: taskInWords(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** In which state, of which kind, of which business. */
export function FailedJobsFilterBar({ filters }: { filters: Filters<z.output<typeof FailedJobsSearch>> }) {
  const { values, change } = filters
  return (
    <FilterBar filters={filters}>
      <SelectFilter
        label="State"
        anyLabel="Any state"
        value={values.state}
        options={FailedJobState.options.map((value) => ({ value, label: stateWords[value] }))}
        onChange={(state) => change({ state })}
      />
      <SelectFilter
        label="Work"
        anyLabel="Any work"
        value={values.task}
        options={tasks}
        onChange={(task) => change({ task })}
      />
      <BusinessFilter value={values.forBusiness} onChange={(forBusiness) => change({ forBusiness })} />
    </FilterBar>
  )
}
