import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { readQuery } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { canFinalise, type RequestDetail } from '#contract/requests/requests.ts'
import { reviewApi } from '#contract/requests/review.ts'
import { kinds } from '#features/requests/review/kinds.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'

/** What an address says where somebody goes through all requests that wait. */
export const reviewInTurn = { review: 'queue' } as const

/** True where one request after the other is decided on, from Today on. */
export function useIsInTurn(): boolean {
  const { review }: { review?: unknown } = useSearch({ strict: false })
  return review === reviewInTurn.review
}

/** Opens the next request that waits as soon as this one is decided, or goes home after the last. */
export function useNextByItself(request: RequestDetail): void {
  const { BusinessId: businessId } = useBusiness()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isInTurn = useIsInTurn()
  const { Kind, SessionId } = request
  const isOpen = canFinalise(request)
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (isOpen) opened.current = SessionId
    if (!isInTurn || isOpen || opened.current !== SessionId) return
    opened.current = null
    const input = { params: { businessId }, query: { kind: Kind, after: SessionId } }
    const goOn = async () => {
      const next = await client.fetchQuery({ ...readQuery(reviewApi.getNextRequest, input), staleTime: 0 })
      if (next.SessionId === null) toasts.success('No more requests wait for you.')
      const to = next.SessionId
        ? pageHref(kinds[Kind].page, { businessId, sessionId: next.SessionId })
        : pageHref('home', { businessId })
      await navigate({ to, search: next.SessionId ? reviewInTurn : {} })
    }
    // Whoever can't be led on stays with what was decided, and the way to the next is on the page.
    goOn().catch(() => undefined)
  }, [businessId, client, isInTurn, isOpen, Kind, navigate, SessionId])
}

type Props = { request: RequestDetail; onNotPlain: () => void }

/** Accepts what needs no look at its details, in one press. One that does opens the dialog, and is told why. */
export function AcceptAsProposed({ request: { SessionId }, onNotPlain }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const mayAccept = useMay(reviewApi.acceptRequests)
  const { run, isRunning } = useAction(reviewApi.acceptRequests, {
    failure: 'The request could not be accepted.',
  })
  async function accept() {
    const answer = await run({ params: { businessId }, body: { SessionIds: [SessionId] } })
    if (!answer.ok) return
    const [result] = answer.data.Results
    if (result?.IsAccepted) return toasts.success('Request accepted.')
    toasts.error('It needs a look.', result?.Message ?? '')
    onNotPlain()
  }
  if (!mayAccept) return <Button onClick={onNotPlain}>Accept</Button>
  return (
    <WorkingButton isWorking={isRunning} onClick={accept}>
      Accept as proposed
    </WorkingButton>
  )
}
