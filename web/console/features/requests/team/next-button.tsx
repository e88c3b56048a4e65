import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { useRead } from '#console/queries.ts'
import { countedInWords } from '#contract/counted-words.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { reviewApi } from '#contract/requests/review.ts'
import { kinds } from '#features/requests/review/kinds.ts'
import { reviewInTurn, useIsInTurn } from './review-queue.tsx'
import { Link } from '#ui/layout/navigation.tsx'

/** The way to the next request that waits for a decision, for those who decide. */
export function NextButton({ request: { Kind, SessionId } }: { request: RequestDetail }) {
  const { BusinessId: businessId } = useBusiness()
  const isInTurn = useIsInTurn()
  const mayDecide = useMay(reviewApi.getNextRequest)
  const { data } = useRead(
    reviewApi.getNextRequest,
    mayDecide ? { params: { businessId }, query: { kind: Kind, after: SessionId } } : null,
  )
  if (!data?.SessionId) return null
  return (
    <Button
      variant="default"
      component={Link}
      href={pageHref(
        kinds[Kind].page,
        { businessId, sessionId: data.SessionId },
        isInTurn ? reviewInTurn : '',
      )}
      rightSection={<IconArrowRight size={16} aria-hidden />}
    >
      Next of {countedInWords(data.WaitingCount)} waiting
    </Button>
  )
}
