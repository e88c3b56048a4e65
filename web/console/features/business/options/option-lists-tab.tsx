import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { optionLists, optionListsApi } from '#contract/business/option-lists.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { OptionList } from './option-list.tsx'
import styles from './option-lists-tab.module.css'

/** The lists that members' fields are filled from. */
export function Tab() {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(optionListsApi.listOptionLists, { params: { businessId } })
  if (error && !data)
    return <ErrorState title={messages.generic.pageAreaError} detail={error.message} onRetry={retry} />
  return (
    <>
      <p className={styles.intro}>
        What members’ fields can hold. An option that is retired is no longer offered; members who have it
        keep it.
      </p>
      <div className={styles.lists} aria-busy={!data}>
        {data
          ? data.Results.map(({ Name, Options }) => <OptionList key={Name} list={Name} options={Options} />)
          : optionLists.map((name) => <Skeleton key={name} height="16rem" />)}
      </div>
    </>
  )
}
