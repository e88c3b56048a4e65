import { Alert, Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconBan, IconDoorExit } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useCanOpen, useMay } from '#console/can-open.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { visitorDeskApi } from '#contract/visitors/visitor-desk.ts'
import { isVisitOver, visitorKindWords } from '#contract/visitors/visitor-words.ts'
import { type VisitorEntry, visitorsApi, VoidVisit } from '#contract/visitors/visitors.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { SidePanel } from '#ui/layout/side-panel.tsx'
import { SignatureView } from '#parts/shown/signature-view.tsx'
import { broughtBy } from './visitor-facts.ts'

/** One entry of the register, with its signature. */
export function VisitorPanel({ visitId, onClose }: { visitId: string; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(visitorsApi.getVisitor, { params: { businessId, visitId } })
  const [isVoiding, setVoiding] = useState(false)
  return (
    <SidePanel
      title={data ? visitorName(data) : 'Visitor'}
      onClose={onClose}
      actions={
        data &&
        !data.VoidedAt && (
          <>
            <LeftButton entry={data} />
            <Button
              variant="default"
              c="red.8"
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={() => setVoiding(true)}
            >
              Void the entry
            </Button>
          </>
        )
      }
    >
      {data && <Entry entry={data} />}
      {!data && error && (
        <ErrorState title="The entry could not be loaded." detail={error.message} onRetry={retry} />
      )}
      {!data && !error && <Skeleton height={240} />}
      {data && isVoiding && <VoidDialog entry={data} onClose={() => setVoiding(false)} />}
    </SidePanel>
  )
}

/** Says that a visitor has left, who is off the list of who is in then; or that they haven't. */
function LeftButton({ entry }: { entry: VisitorEntry }) {
  const { BusinessId: businessId } = useBusiness()
  const may = useMay(visitorDeskApi.checkOutVisitor)
  const { EventId: eventId, VisitId: visitId } = entry
  const [now] = useState(Date.now)
  const HasLeft = entry.LeftAt === null
  const { run, isRunning } = useAction(visitorDeskApi.checkOutVisitor, {
    success: HasLeft ? `${visitorName(entry)} has left.` : `${visitorName(entry)} is in.`,
    failure: 'The visitor could not be checked out.',
  })
  if (!may || eventId === null || isVisitOver(entry.SignedInAt, now)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconDoorExit size={16} aria-hidden />}
      loading={isRunning}
      onClick={() => void run({ params: { businessId, eventId, visitId }, body: { HasLeft } })}
    >
      {HasLeft ? 'Has left' : 'Is in after all'}
    </Button>
  )
}

const visitorName = ({ FirstName, LastName }: VisitorEntry) => `${FirstName} ${LastName}`

function Entry({ entry }: { entry: VisitorEntry }) {
  return (
    <>
      {entry.Remark && (
        <Alert color="orange" mb="md" title="Signed in without a connection">
          {entry.Remark}
        </Alert>
      )}
      <Facts
        facts={[
          ['Kind', visitorKindWords[entry.Kind]],
          ['Brought by', <Host key="host" entry={entry} />],
          ['Address or suburb', entry.Address],
          ['Signed in', <DateText key="at" value={entry.SignedInAt} withTime />],
          ...(entry.LetInReason
            ? ([['Let in beyond the capacity because', entry.LetInReason]] as const)
            : []),
          ...(entry.LeftAt ? leftFacts(entry) : []),
          ['Event', entry.EventName],
          ['Venue', entry.VenueName],
          ['Signed in by', entry.SignedInBy],
          ['Device', entry.DeviceName],
          ...(entry.VoidedAt ? voidedFacts(entry) : []),
          [
            'Signature',
            entry.Signature && (
              <SignatureView
                key="signature"
                strokes={entry.Signature}
                label={`Signature of ${visitorName(entry)}`}
              />
            ),
          ],
        ]}
      />
    </>
  )
}

function leftFacts({ LeftAt, LeftSaidBy }: VisitorEntry) {
  return [
    ['Left', <DateText key="left" value={LeftAt} withTime />],
    ['Checked out by', LeftSaidBy],
  ] as const
}

function voidedFacts({ VoidedAt, VoidedBy, VoidReason }: VisitorEntry) {
  return [
    ['Voided', <DateText key="voided" value={VoidedAt} withTime />],
    ['Voided by', VoidedBy],
    ['Reason', VoidReason],
  ] as const
}

function Host({ entry }: { entry: VisitorEntry }) {
  const { BusinessId: businessId } = useBusiness()
  const canOpen = useCanOpen('member')
  if (!entry.Host || !canOpen) return broughtBy(entry)
  return (
    <Anchor
      component={Link}
      to={pageHref('member', { businessId, memberId: entry.Host.MemberId })}
      underline="always"
    >
      {broughtBy(entry)}
    </Anchor>
  )
}

function VoidDialog({ entry, onClose }: { entry: VisitorEntry; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(visitorsApi.voidVisitor, {
    success: 'Entry voided.',
    failure: 'Voiding the entry failed.',
  })
  return (
    <FormModal
      title={`Void the entry of ${visitorName(entry)}?`}
      submitLabel="Void the entry"
      danger
      schema={VoidVisit}
      initialValues={{ Reason: '' }}
      onSubmit={async (body) => fieldsOf(await run({ params: { businessId, visitId: entry.VisitId }, body }))}
      onClose={onClose}
      draft={keptAs(`voiding ${entry.VisitId}`)}
    >
      {(form) => (
        <ReasonField
          description="The entry stays in the register, marked as voided, with your name and this reason."
          {...form.getInputProps('Reason')}
        />
      )}
    </FormModal>
  )
}
