import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardOrdersApi } from '#contract/orders/card-orders.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { membersApi } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { FilterButton, FilterLine } from '#parts/member-filter/filter-choice.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { StickyBar } from '#ui/layout/sticky-bar.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useKeepOrder } from './keep-order.ts'
import { nameGoneBy, useMemberColumns } from './member-columns.tsx'
import type { WizardWay } from './wizard-place.ts'
import { WizardSteps } from './wizard-steps.tsx'
import styles from './wizard.module.css'

const text = messages.cardOrders
const membersAtOnce = 5

/** The first step: whom the card is for. */
export function SelectMember({ program, way }: { program: CardProgram; way: WizardWay }) {
  const { BusinessId: businessId } = useBusiness()
  const { q, filter, memberId } = way.place
  const list = useCountedList(membersApi.listMembers, {
    params: { businessId },
    query: { q, filter, limit: membersAtOnce },
  })
  const columns = useMemberColumns(memberId, (id) => way.search({ memberId: id }))
  const { proceed, isStarting, failure } = useProceed(program, way)
  const chosen = list.rows?.find(({ id }) => id === memberId)
  return (
    <>
      <WizardSteps step={1} />
      <MemberFilters way={way} />
      <DataTable
        label="Members"
        columns={columns}
        list={list}
        rowKey={(member) => member.id}
        empty={q === '' && filter === '' ? text.noMembers : text.noMatchingMembers}
        errorTitle={text.searchFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
      {failure && (
        <Alert color="red" role="alert" mt="md">
          {failure}
        </Alert>
      )}
      {memberId !== undefined && (
        <StickyBar label="Go on">
          <span className={styles.chosen}>
            {chosen && [nameGoneBy(chosen), chosen.MembershipNumber].filter(Boolean).join(' · ')}
          </span>
          <WorkingButton isWorking={isStarting} onClick={() => void proceed(memberId)}>
            Proceed
          </WorkingButton>
        </StickyBar>
      )}
    </>
  )
}

/** Starts the order of the member who was chosen, or goes on with the one they have open. */
function useProceed(program: CardProgram, way: WizardWay) {
  const { BusinessId: businessId } = useBusiness()
  const keep = useKeepOrder()
  const [failure, setFailure] = useState<string | null>(null)
  const { run, isRunning } = useAction(cardOrdersApi.newCardOrder)

  async function proceed(memberId: string) {
    setFailure(null)
    const answer = await run({ params: { businessId, memberId, cardProgramId: program.CardProgramId } })
    if (!answer.ok) return setFailure(answer.message)
    keep(answer.data)
    return way.go({ step: 2, memberId, orderId: answer.data.OrderId })
  }
  return { proceed, isStarting: isRunning, failure }
}

/** Another search is another choice: whoever was chosen may not be among those it finds. */
function MemberFilters({ way }: { way: WizardWay }) {
  const { q, filter } = way.place
  const narrow = (patch: { q?: string; filter?: string }) => way.search({ ...patch, memberId: undefined })
  return (
    <>
      <FilterBar filters={{ isSet: q !== '' || filter !== '', reset: () => narrow({ q: '', filter: '' }) }}>
        <SearchBox
          label={messages.members.searchPlaceholder}
          value={q}
          onSearch={(words) => narrow({ q: words })}
          isMain
        />
        <FilterButton filter={filter} onChange={(query) => narrow({ filter: query })} />
      </FilterBar>
      <FilterLine filter={filter} />
    </>
  )
}
