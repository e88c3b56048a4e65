import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { askedInWords, asksForAnotherType, doubtOf, waitWords } from '#contract/requests/renewal-doubts.ts'
import { canFinalise, type RequestDetail } from '#contract/requests/requests.ts'

/** Before somebody decides: why it didn't go on by itself, whether it is the member who asks, and what they would get. */
export function RenewalNotice({ request }: { request: RequestDetail }) {
  if (!canFinalise(request)) return null
  return (
    <>
      {isTold(request) && (
        <Alert color="orange" p="sm" mb="md" role="note">
          {request.WaitsReason}
        </Alert>
      )}
      {request.Kind === 'Renewal' && <Doubts request={request} />}
    </>
  )
}

/** True if there is more to say than what stands below anyway. */
function isTold({ WaitsReason }: RequestDetail): boolean {
  const plain: readonly unknown[] = Object.values(waitWords)
  return WaitsReason !== null && (WaitsReason === waitWords.duplicate || !plain.includes(WaitsReason))
}

function Doubts({ request }: { request: RequestDetail }) {
  const doubt = doubtOf(request)
  const isAnother = asksForAnotherType(request)
  if (!doubt && !isAnother) return null
  return (
    <Alert color={doubt ? 'orange' : 'blue'} p="sm" mb="md" role="note" {...(doubt && { title: doubt })}>
      {askedInWords(request)}
      {doubt && isAnother && ' If you aren’t sure that they want it, ask them before you accept.'}
    </Alert>
  )
}
