import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { askedInWords, asksForAnotherType, doubtOf } from '#contract/requests/renewal-doubts.ts'
import { canFinalise, type RequestDetail } from '#contract/requests/requests.ts'

/** Before somebody decides on a renewal: whether it is the member who asks, and what they would get. */
export function RenewalNotice({ request }: { request: RequestDetail }) {
  if (request.Kind !== 'Renewal' || !canFinalise(request)) return null
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
