import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { useMay } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { RequestPayment } from '#contract/payments/request-payments.ts'
import type { FormKind } from '#contract/requests/request-forms.ts'
import { canFinalise, canReject, type RequestDetail } from '#contract/requests/requests.ts'
import { messages } from '#contract/messages.ts'
import { NextButton } from '#features/requests/team/next-button.tsx'
import { AcceptAsProposed, useIsInTurn, useNextByItself } from '#features/requests/team/review-queue.tsx'
import { PutBackDialog } from '#features/requests/team/put-back-dialog.tsx'
import { TeamPanel } from '#features/requests/team/team-panel.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Panels } from '#ui/layout/panel.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { AcceptRenewalDialog } from './accept-renewal-dialog.tsx'
import { DuplicatesPanel } from './duplicates-panel.tsx'
import { kinds } from './kinds.ts'
import { DuePanel } from '#features/requests/counter/due-panel.tsx'
import { PaymentPanel } from '#features/requests/counter/payment-panel.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { RenewalNotice } from './renewal-notice.tsx'
import { DecisionPanel, OtherRequestsPanel, StepsPanel, SubmittedPanel } from './request-panels.tsx'
import styles from './requests.module.css'
import { SponsorsPanel } from './answers/sponsors-panel.tsx'
import { RefundMark, StepBadge } from './step-badge.tsx'

/** A request whole: what was submitted, its steps, its payment, who it may be; and the decision on it. */
export function RequestView({ kind }: { kind: FormKind }) {
  const { BusinessId: businessId } = useBusiness()
  const { sessionId } = usePageParams(kinds[kind].page)
  const { read, list, listPage } = kinds[kind]
  const { data, error, retry } = useRead(read, { params: { businessId, sessionId } })
  const under = [{ label: list, href: pageHref(listPage, { businessId }) }]
  if (!data)
    return (
      <ConsolePage title={error ? 'Request' : undefined} under={under}>
        {error ? (
          <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
        ) : (
          <div className={styles.loading}>
            <Loader role="status" aria-label="Loading" />
          </div>
        )}
      </ConsolePage>
    )
  return <Loaded request={data} under={under} />
}

type Dialog = { about: 'accept'; memberId: string | null } | { about: 'reject' } | { about: 'put back' }

function Loaded({ request, under }: { request: RequestDetail; under: { label: string; href: string }[] }) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const isOpen = canFinalise(request)
  useNextByItself(request)
  const mayAccept = useMayAccept(request)
  const accept = (memberId: string | null) => setDialog({ about: 'accept', memberId })
  return (
    <ConsolePage
      title={request.DisplayName ?? 'Request'}
      subtitle={
        <span className={styles.step}>
          {request.FormName} <StepBadge request={request} />
          <RefundMark request={{ HasFailedRefund: request.Payments.some(isFailedRefund) }} />
        </span>
      }
      under={under}
      action={<Actions request={request} onAct={setDialog} />}
    >
      <RenewalNotice request={request} />
      <Panels>
        <div className={styles.column}>
          <SubmittedPanel request={request} />
        </div>
        <div className={styles.column}>
          <DecisionPanel request={request} />
          <SponsorsPanel request={request} />
          <DuePanel request={request} />
          <TeamPanel request={request} />
          <PaymentPanel request={request} />
          <StepsPanel request={request} />
          <OtherRequestsPanel request={request} />
        </div>
      </Panels>
      <DuplicatesPanel request={request} {...(isOpen && mayAccept && { onAttach: accept })} />
      {dialog && <Dialogs dialog={dialog} request={request} onClose={() => setDialog(null)} />}
    </ConsolePage>
  )
}

/** What is decided on it, and the way to the next. */
function Actions({ request, onAct }: { request: RequestDetail; onAct: (dialog: Dialog) => void }) {
  const isOpen = canFinalise(request)
  const isInTurn = useIsInTurn()
  const mayAccept = useMayAccept(request)
  const mayReject = useMay(kinds[request.Kind].reject)
  const accept = () => onAct({ about: 'accept', memberId: null })
  return (
    <div className={styles.actions}>
      <NextButton request={request} />
      {canReject(request) && mayReject && (
        <PlainButton label="Reject" onClick={() => onAct({ about: 'reject' })} />
      )}
      {isOpen && mayAccept && isInTurn && (
        <>
          <PlainButton label="Change and accept" onClick={accept} />
          <AcceptAsProposed request={request} onNotPlain={accept} />
        </>
      )}
      {isOpen && mayAccept && !isInTurn && <Button onClick={accept}>Accept</Button>}
      {request.Outcome === 'Rejected' && mayReject && (
        <PlainButton label="Put back" onClick={() => onAct({ about: 'put back' })} />
      )}
    </div>
  )
}

type DialogProps = { dialog: Dialog; request: RequestDetail; onClose: () => void }

function Dialogs({ dialog, request, onClose }: DialogProps) {
  if (dialog.about === 'reject') return <RejectDialog request={request} onClose={onClose} />
  if (dialog.about === 'put back') return <PutBackDialog request={request} onClose={onClose} />
  return request.Kind === 'Registration' ? (
    <AcceptDialog request={request} memberId={dialog.memberId} onClose={onClose} />
  ) : (
    <AcceptRenewalDialog request={request} onClose={onClose} />
  )
}

function PlainButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" onClick={onClick}>
      {label}
    </Button>
  )
}

const isFailedRefund = ({ State }: RequestPayment) => State === 'RefundFailed'

/** Accepting makes or changes a member: it is for those who see members, where members are kept here. */
function useMayAccept({ Kind, PossibleDuplicates }: RequestDetail): boolean {
  return useMay(kinds[Kind].accept) && PossibleDuplicates !== null
}
