import { useEffect, useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { memberPhotosApi } from '#contract/members/member-photos.ts'
import { callForFile } from '#web/api-client.ts'

/** The photo under an address that only this page knows, as long as it is shown; null until it is there. */
export function usePhoto(memberId: string, photoId: string | undefined): string | null {
  const { BusinessId: businessId } = useBusiness()
  const [shown, setShown] = useState<{ photoId: string; url: string } | null>(null)
  useEffect(() => {
    if (photoId === undefined) return
    const leaving = new AbortController()
    let url: string | null = null
    async function show(id: string) {
      const params = { businessId, memberId, photoId: id }
      const answer = await callForFile(
        memberPhotosApi.getMemberPhotoImage,
        { params },
        { signal: leaving.signal },
        async (response) => ({ ok: true, data: await response.blob() }),
      )
      if (leaving.signal.aborted || !answer.ok) return
      url = URL.createObjectURL(answer.data)
      setShown({ photoId: id, url })
    }
    // Who has left the page waits for nothing.
    show(photoId).catch(() => undefined)
    return () => {
      leaving.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [businessId, memberId, photoId])
  return shown !== null && shown.photoId === photoId ? shown.url : null
}
