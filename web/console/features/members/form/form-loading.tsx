import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

type Props = { error: { message: string } | null; retry: () => void }

/** Stands where the form will be, or says why it can't be. */
export function FormLoading({ error, retry }: Props) {
  if (!error) return <Skeleton height="24rem" />
  return <ErrorState title={messages.members.formFailed} detail={error.message} onRetry={retry} />
}
