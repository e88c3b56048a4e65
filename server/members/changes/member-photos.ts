import sql, { type Sql } from 'sql-template-tag'
import { type MemberPhoto, memberPhotosApi } from '#contract/members/member-photos.ts'
import { beforehand, type Call } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { type Picture, readPhoto } from '#platform/files'
import type { Download } from '#platform/formats'
import { conflict, notFound } from '#platform/refusals'
import { lockMember, readMember, visibleTo } from '#server/members/record'
import { recordChange } from './member-history.ts'

// A face on a phone's screen, and small enough for a door on a slow line.
const photoSize = { width: 480, height: 480 }
const mostPhotoBytes = 60_000

/** Whether there is a photo of a member, and since when. */
export async function getMemberPhoto({ db, who, params }: Call<typeof memberPhotosApi.getMemberPhoto>) {
  const { id } = await readMember(db, who, params.memberId)
  return { Photo: await findPhoto(db, id) }
}

/** The picture itself, by its id: of a former one there is nothing left. */
export async function getMemberPhotoImage({
  db,
  who,
  params,
}: Call<typeof memberPhotosApi.getMemberPhotoImage>): Promise<Download> {
  const { id } = await readMember(db, who, params.memberId)
  return readPhotoImage(db, who, params.photoId, sql`and p.member_id = ${id}`)
}

/** A photo of a member whom somebody may see, as a file; browsers keep it, and ask each time whether they may show it. */
export async function readPhotoImage(
  db: Queries,
  who: Parameters<typeof visibleTo>[0],
  photoId: string,
  condition: Sql,
): Promise<Download> {
  const photo = await db.maybe<{ image: Buffer }>(sql`
    select p.image from member_photo p
    join member m on m.business_id = p.business_id and m.member_id = p.member_id
    where p.business_id = ${db.businessId} and p.photo_id = ${photoId} and m.deleted_at is null ${visibleTo(who)} ${condition}`)
  if (!photo) throw notFound('The photo')
  return {
    type: 'image/jpeg',
    content: photo.image,
    cacheControl: 'private, no-cache',
    etag: `"${photoId}"`,
  }
}

/** Gives a member a photo, in place of the one there was. */
export const setMemberPhoto = beforehand<typeof memberPhotosApi.setMemberPhoto, Picture>(
  ({ body }) => readPhoto(Buffer.from(body.imageData, 'base64'), photoSize, mostPhotoBytes),
  async (call, picture) => {
    const { db, who, params } = call
    const member = await lockMember(db, who, params.memberId)
    const former = await findPhoto(db, member.id)
    const photo = await db.one<MemberPhoto>(sql`
      insert into member_photo (business_id, member_id, image, taken_by)
      values (${db.businessId}, ${member.id}, ${picture().content}, ${who.name})
      on conflict (business_id, member_id) do update
      set photo_id = excluded.photo_id, image = excluded.image, taken_at = now(), taken_by = excluded.taken_by
      returning ${photoColumns}`)
    await recordChange(call, memberPhotosApi.setMemberPhoto.title, member, {
      before: { Photo: former && 'A former photo' },
      after: { Photo: former ? 'Another photo' : 'Added a photo' },
    })
    return { Photo: photo }
  },
)

/** Takes the photo of a member away, for good. */
export async function removeMemberPhoto(call: Call<typeof memberPhotosApi.removeMemberPhoto>) {
  const { db, who, params } = call
  const member = await lockMember(db, who, params.memberId)
  if (!(await erasePhotos(db, sql`array[${member.id}]`)))
    throw conflict('no_picture', 'There is no photo of this member.')
  await recordChange(call, memberPhotosApi.removeMemberPhoto.title, member, {
    before: { Photo: 'A photo' },
    after: { Photo: null },
  })
  return { Photo: null }
}

/** Erases the photos of members, by an array of their ids; false if there were none. */
export async function erasePhotos(tx: Transaction, memberIds: Sql): Promise<boolean> {
  const erased = await tx.run(sql`
    delete from member_photo where business_id = ${tx.businessId} and member_id = any(${memberIds})`)
  return erased > 0
}

const photoColumns = sql`photo_id as "PhotoId", taken_at as "TakenDate", taken_by as "TakenByUser"`

function findPhoto(db: Queries, memberId: string): Promise<MemberPhoto | null> {
  return db.maybe<MemberPhoto>(sql`
    select ${photoColumns} from member_photo where business_id = ${db.businessId} and member_id = ${memberId}`)
}
