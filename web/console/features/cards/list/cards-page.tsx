import { Title } from '@mantine/core'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { useFilters } from '#console/filters.ts'
import { useAskedFor } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { queryKeyOf, listQuery, readQuery, useRead } from '#console/queries.ts'
import { cardIssueApi } from '#contract/cards/card-issue.ts'
import { cardProgramsApi, type CardProgram } from '#contract/cards/card-programs.ts'
import { cardsApi } from '#contract/cards/cards.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { ProgramsFailed } from '#parts/program-filter.tsx'
import { CardsFilterBar, CardsSearch, cardsQueryOf } from './cards-filter-bar.tsx'
import { CardsIssued } from './cards-issued.tsx'
import styles from './cards-page.module.css'
import { ReportedLost } from './reported-lost.tsx'
import { LowFunds } from '#features/cards/disbursement/low-funds.tsx'
import { ProgramTiles } from '#features/cards/programs/program-tiles.tsx'
import { SendCardDialog } from '#features/cards/sending/send-card-dialog.tsx'

// The first ones are of no days.
const anyZone = 'UTC'

/** Fetches the programs and the first cards ahead. */
export function preload(client: QueryClient, { businessId = '' }: Record<string, string>): void {
  const params = { businessId }
  void client.prefetchQuery(readQuery(configurationApi.getConfiguration, { params }))
  void client.prefetchQuery(readQuery(cardProgramsApi.listCardPrograms, { params }))
  void client.prefetchInfiniteQuery(
    listQuery(cardsApi.listCards, { params, query: cardsQueryOf(CardsSearch.parse({}), anyZone) }),
  )
}

/** Sends cards, and shows those that were. */
export function Page() {
  const { BusinessId: businessId, DisplayName, TimeZone: zone } = useBusiness()
  const configuration = useRead(configurationApi.getConfiguration, { params: { businessId } })
  const programs = configuration.data?.CardPrograms
  const filters = useFilters(CardsSearch)
  const client = useQueryClient()
  const sending = useSending(programs)
  return (
    <ConsolePage title="Cards" subtitle={DisplayName}>
      <LowFunds />
      {filters.values.lost === undefined && <ReportedLost onShow={() => filters.change({ lost: 'true' })} />}
      <ProgramTiles
        programs={programs}
        error={configuration.error}
        onRetry={configuration.retry}
        onSend={sending.send}
      />
      <section className={styles.issued} aria-labelledby="cards-issued">
        <Title order={2} id="cards-issued">
          Cards Issued
        </Title>
        {!configuration.error && <ProgramsFailed />}
        <CardsFilterBar
          filters={filters}
          onSearch={() => void client.invalidateQueries({ queryKey: queryKeyOf(cardsApi.listCards) })}
        />
        <CardsIssued
          query={cardsQueryOf(filters.values, zone)}
          isFiltered={filters.isSet}
          onSend={sending.sendAny}
        />
      </section>
      {sending.dialog}
    </ConsolePage>
  )
}

/** Sends a card of a program, or of any of those whose cards are sent rather than ordered, for those who may. */
function useSending(programs: readonly CardProgram[] | undefined) {
  const maySend = useMay(cardIssueApi.issueNonMemberCard)
  const [sent, setSent] = useState<CardProgram | null>(null)
  const [isAnyMeant, setAnyMeant] = useState(false)
  const sendable = programs?.filter(({ IsPhysicalEnabled }) => !IsPhysicalEnabled) ?? []
  const open = (program: CardProgram | undefined, isAny: boolean) => {
    setAnyMeant(isAny)
    setSent(program ?? null)
  }
  const sendAny = () => open(sendable[0], true)
  useAskedFor(() => maySend && sendAny(), programs !== undefined)
  return {
    send: maySend ? (program: CardProgram) => open(program, false) : undefined,
    /** Undefined where there is none, too. */
    sendAny: maySend && sendable.length > 0 ? sendAny : undefined,
    dialog: sent && (
      <SendCardDialog
        program={sent}
        programs={isAnyMeant ? sendable : []}
        onChoose={setSent}
        onClose={() => setSent(null)}
      />
    ),
  }
}
