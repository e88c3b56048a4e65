import { useApprovalQuestion } from '#console/questions/approval.ts'
import { settleProof, useProofQuestion } from '#console/questions/proof.ts'
import { useSession } from '#console/session.ts'
import { fetched } from '#ui/feedback/fetched.tsx'
import { LostDialog } from './lost-dialog.tsx'

const loadSoon = () => import('#app/shell/soon.ts')
const ProveDialog = fetched(
  async () => (await loadSoon()).ProveDialog,
  null,
  ({ onRetry }) => <LostDialog onRetry={onRetry} onCancel={() => settleProof(false)} />,
)
const AskDialog = fetched(
  async () => (await loadSoon()).AskDialog,
  null,
  ({ question, onRetry }) => <LostDialog onRetry={onRetry} onCancel={() => question.settle(false)} />,
)
const EndedDialog = fetched<object>(async () => (await loadSoon()).EndedDialog, null, LostDialog)

/** What stands over whatever page somebody is at, which waits as it is: the end of the session, and the question who they are. */
export function SessionDialogs() {
  const session = useSession()
  const question = useProofQuestion()
  const refused = useApprovalQuestion()
  if (session.status === 'signed-in' && session.end === 'past') return <EndedDialog />
  return (
    <>
      {refused !== null && <AskDialog question={refused} />}
      {question !== null && <ProveDialog question={question} />}
    </>
  )
}
