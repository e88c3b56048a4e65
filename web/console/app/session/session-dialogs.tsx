import { useProofQuestion } from '#console/proof.ts'
import { useSession } from '#console/session.ts'
import { fetched } from '#ui/feedback/fetched.tsx'

const ProveDialog = fetched(async () => (await import('./dialogs.ts')).ProveDialog)
const EndedDialog = fetched(async () => (await import('./dialogs.ts')).EndedDialog)

/** What stands over whatever page somebody is at, which waits as it is: the end of the session, and the question who they are. */
export function SessionDialogs() {
  const session = useSession()
  const question = useProofQuestion()
  if (session.status === 'signed-in' && session.end === 'past') return <EndedDialog />
  return question !== null && <ProveDialog question={question} />
}
