import { Anchor } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useDownload } from '#console/downloads.ts'
import { requestFilesApi } from '#contract/requests/request-files.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { SignatureView } from '#parts/shown/signature-view.tsx'
import { formatDate } from '#ui/text/format.ts'
import { shownText } from '#ui/text/shown.tsx'

type Props = { request: RequestDetail; answer: RequestDetail['Submitted'][number] }

/** What was answered: in words, as a file to take, or as it was signed. */
export function SubmittedAnswer({ request, answer: { Label, Value, FileId, Signature } }: Props) {
  if (FileId) return <FileLink request={request} fileId={FileId} name={Value} />
  if (Signature) return <SignatureView strokes={Signature} label={`${Label}: ${Value}`} />
  return /^\d{4}-\d\d-\d\d$/.test(Value) ? formatDate(Value) : shownText(Value)
}

function FileLink({ request, fileId, name }: { request: RequestDetail; fileId: string; name: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { start } = useDownload(requestFilesApi.getRequestFile, {
    success: 'The file has been downloaded.',
    failure: 'The file could not be downloaded.',
  })
  const params = { businessId, sessionId: request.SessionId, requestFileId: fileId }
  return (
    <Anchor component="button" type="button" onClick={() => void start({ params })}>
      {name}
    </Anchor>
  )
}
