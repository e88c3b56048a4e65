import { empty } from 'sql-template-tag'
import type { doorPhotosApi } from '#contract/events/doors/door-photos.ts'
import type { Call } from '#platform/call'
import type { Download } from '#platform/formats'
import { readPhotoImage } from '#server/members/changes'
import { readOpenEvent } from './door-event.ts'

/** The photo of a member, while the door is open: its id is told by scans alone, and can't be guessed. */
export async function getDoorPhoto({
  db,
  who,
  params,
}: Call<typeof doorPhotosApi.getDoorPhoto>): Promise<Download> {
  await readOpenEvent(db, who, params.eventId)
  const { etag: _, ...photo } = await readPhotoImage(db, who, params.photoId, empty)
  // A door's device is anybody's: no face stays on it once the door is closed.
  return { ...photo, cacheControl: 'no-store' }
}
