import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { usePolledRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import {
  canCancelImport,
  isAtWork,
  memberImportsApi,
  type MemberImport,
} from '#contract/members/member-imports.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { ImportFindingsPanel } from './import-findings.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { WorkProgress } from '#ui/feedback/work-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportStateBadge } from './import-state.tsx'
import styles from './import.module.css'
import { useMembersCrumb } from '#features/members/members-crumb.ts'

/** One import, at the step where it stands: the server knows it, so the page can be left and come back to. */
export function Page() {
  const { importId } = usePageParams('memberImport')
  const { BusinessId: businessId } = useBusiness()
  const crumb = useMembersCrumb()
  const input = { params: { businessId, importId } }
  const read = usePolledRead(memberImportsApi.getMemberImport, input, ({ State }) => isAtWork(State))
  const { data, error, retry } = read
  return (
    <ConsolePage
      title={data?.FileName ?? (error ? 'Import' : undefined)}
      under={[crumb, { label: 'Import members', href: pageHref('memberImports', { businessId }) }]}
      subtitle={data && <ImportStateBadge state={data.State} />}
      action={data && canCancelImport(data.State) && <CancelButton about={data} onRefused={retry} />}
    >
      {data && <Step key={data.State} about={data} />}
      {!data && error && (
        <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
      )}
      {!data && !error && <Skeleton height="16rem" />}
    </ConsolePage>
  )
}

function Step({ about }: { about: MemberImport }) {
  const [isRemapping, setRemapping] = useState(false)
  const { State, Rows, Progress } = about
  if (State === 'Checking')
    return (
      <Working
        label="Checking the file"
        share={Progress}
        detail={`${inRows(Rows)} so far. Nothing is imported yet.`}
      />
    )
  if (State === 'Running') {
    const done = Math.round(Rows * Progress)
    return (
      <Working label="Importing" share={Progress} detail={`${done.toLocaleString()} of ${inRows(Rows)}`} />
    )
  }
  if (State === 'Uploading' && !about.IsUploaded) return <BrokenUpload />
  if (State === 'Uploading' || State === 'Failed' || isRemapping) return <ImportMapping about={about} />
  if (State === 'Checked') return <ImportFindingsPanel about={about} onRemap={() => setRemapping(true)} />
  return <ImportResult about={about} />
}

function Working(props: { label: string; share: number; detail: string }) {
  return (
    <section className={styles.panel} aria-label={props.label}>
      <WorkProgress {...props} />
      <p className={styles.note}>
        You can leave this page: the work goes on, and the list of imports leads back.
      </p>
    </section>
  )
}

function BrokenUpload() {
  const { BusinessId: businessId } = useBusiness()
  return (
    <Alert color="orange" title="The upload broke off.">
      <p className={styles.note}>
        Only a part of this file has come. Cancel this import and choose the file again.
      </p>
      <Button component={Link} href={pageHref('memberImports', { businessId })} variant="default" size="xs">
        Choose a file
      </Button>
    </Alert>
  )
}

function CancelButton({ about, onRefused }: { about: MemberImport; onRefused: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(memberImportsApi.cancelMemberImport, {
    success: 'Import cancelled.',
    failure: 'The import could not be cancelled.',
  })
  async function cancel() {
    const answer = await run({ params: { businessId, importId: about.ImportId } })
    // It stands otherwise than was thought.
    if (!answer.ok) onRefused()
  }
  return (
    <WorkingButton variant="default" isWorking={isRunning} onClick={cancel}>
      Cancel import
    </WorkingButton>
  )
}

function inRows(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`
}
