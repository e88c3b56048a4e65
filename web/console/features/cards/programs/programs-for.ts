import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { cardIssueApi, type CardType } from '#contract/cards/card-issue.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { configurationApi } from '#contract/business/configuration.ts'

type Programs = {
  programs: readonly CardProgram[] | undefined
  error: { message: string } | null
  retry: () => void
}

/** The programs of which a member can be sent a card: of one type, or of all. */
export function useProgramsFor(memberId: string, cardType: CardType | null): Programs {
  const { BusinessId: businessId } = useBusiness()
  const ofType = useRead(
    cardIssueApi.getMemberCardModal,
    cardType && { params: { businessId, memberId, cardType } },
  )
  const all = useRead(configurationApi.getConfiguration, cardType ? null : { params: { businessId } })
  const read = cardType ? ofType : all
  return {
    programs: read.data?.CardPrograms.filter(({ IsPhysicalEnabled }) => !IsPhysicalEnabled),
    error: read.error,
    retry: read.retry,
  }
}
