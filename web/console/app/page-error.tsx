import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/error-state.tsx'

/** Stands where a page broke. Retry loads everything anew, so it also mends a console older than its server. */
export function PageError({ detail }: { detail?: string }) {
  return (
    <ErrorState
      title={messages.generic.pageAreaError}
      {...(detail && { detail })}
      onRetry={() => location.reload()}
    />
  )
}
