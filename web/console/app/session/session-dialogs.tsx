import { useApprovalQuestion } from '#console/questions/approval.ts'
import { useProofQuestion } from '#console/questions/proof.ts'
import { useSession } from '#console/session.ts'
import { fetched } from '#ui/feedback/fetched.tsx'

const ProveDialog = fetched(async () => (await import('./dialogs.ts')).ProveDialog)
const AskDialog = fetched(async () => (await import('#features/approvals/ask-dialog.tsx')).AskDialog)
const EndedDialog = fetched(async () => (await import('./dialogs.ts')).EndedDialog)

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
