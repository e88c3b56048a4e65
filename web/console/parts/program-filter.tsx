import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { cardProgramsApi, type CardProgram } from '#contract/cards/card-programs.ts'
import { messages } from '#contract/messages.ts'
import { SelectFilter } from '#ui/table/filter-bar.tsx'

type Props = { value: string | undefined; onChange: (cardProgramId: string | undefined) => void }

/** Of which card program; cards of a retired one are still there to be found. */
export function ProgramFilter({ value, onChange }: Props) {
  const { data } = usePrograms()
  return (
    <SelectFilter
      label="Program"
      anyLabel="All programs"
      width="10rem"
      value={value}
      options={data?.Results.map(optionOf) ?? []}
      onChange={onChange}
    />
  )
}

/** Says above a list that there are no programs to choose from, and why. */
export function ProgramsFailed() {
  const { error } = usePrograms()
  if (!error) return null
  return (
    <Alert color="red" mb="md" title={messages.cards.programsFailed}>
      {error.message}
    </Alert>
  )
}

function usePrograms() {
  const { BusinessId: businessId } = useBusiness()
  return useRead(cardProgramsApi.listCardPrograms, { params: { businessId } })
}

function optionOf({ CardProgramId, Description, IsRetired }: CardProgram) {
  return { value: CardProgramId, label: IsRetired ? `${Description} (retired)` : Description }
}
