import { Alert, Button } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { useRead } from '#console/queries.ts'
import { cardReplacementApi } from '#contract/cards/card-replacement.ts'
import { cardsApi } from '#contract/cards/cards.ts'

/** Tells those who may replace them that holders have reported cards lost. */
export function ReportedLost({ onShow }: { onShow: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const query = { reportedLost: 'true' as const, limit: 1 }
  const mayReplace = useMay(cardReplacementApi.replaceCard)
  const { data } = useRead(cardsApi.listCards, mayReplace ? { params: { businessId }, query } : null)
  if (!data || data.Results.length === 0) return null
  return (
    <Alert color="orange" p="sm" mb="md" role="status" title="Holders have reported cards lost.">
      They are blocked until somebody replaces them, or says that they were found.{' '}
      <Button size="compact-sm" variant="default" onClick={onShow}>
        Show them
      </Button>
    </Alert>
  )
}
