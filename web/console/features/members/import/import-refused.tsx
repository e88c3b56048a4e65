import { useBusiness } from '#console/business.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { memberImportsApi } from '#contract/members/member-imports.ts'

/** The refused rows as a file, to be mended and imported. */
export function RefusedDownload({ importId }: { importId: string }) {
  const { BusinessId: businessId } = useBusiness()
  return (
    <DownloadButton
      row={memberImportsApi.exportRefusedRows}
      input={{ params: { businessId, importId } }}
      label="Download refused rows"
      failure="The refused rows could not be downloaded."
    />
  )
}
