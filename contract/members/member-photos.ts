import { z } from 'zod'
import { endpoint, file, may, mayToMember } from '#contract/endpoint.ts'

const path = '/api/cherrypay/v1/{businessId}/members/{memberId}/photo'

/** What is known of a member's photo; the picture itself is fetched by its id. */
export const MemberPhoto = z.object({
  PhotoId: z.string(),
  TakenDate: z.iso.datetime(),
  TakenByUser: z.string(),
})
export type MemberPhoto = z.infer<typeof MemberPhoto>

const Photo = z.object({ Photo: MemberPhoto.nullable() })

/** Four megabytes: the console makes what a phone takes smaller than that. It is made small before it is kept. */
export const largestPhotoBytes = 4 * 1024 * 1024

export const memberPhotosApi = {
  getMemberPhoto: endpoint({
    method: 'GET',
    path,
    title: 'Whether there is a photo of a member',
    access: may('Member.ReadDetails'),
    shows: ['member'],
    output: Photo,
  }),
  getMemberPhotoImage: endpoint({
    method: 'GET',
    path: `${path}/{photoId}`,
    title: 'The photo of a member',
    access: may('Member.ReadDetails'),
    // A picture never changes: another one has another id.
    shows: [],
    output: file,
  }),
  setMemberPhoto: endpoint({
    method: 'PUT',
    path,
    title: 'Set the photo of a member',
    access: mayToMember('Member.Edit'),
    changes: ['member'],
    withoutRevision: 'A picture is one thing, and shown while another is taken.',
    largestBody: 2 * largestPhotoBytes,
    body: z.object({
      imageData: z
        .base64()
        .max(Math.ceil((largestPhotoBytes * 4) / 3) + 4, 'The picture can have 4 MB at the most.'),
    }),
    output: Photo,
  }),
  removeMemberPhoto: endpoint({
    method: 'DELETE',
    path,
    title: 'Remove the photo of a member',
    access: mayToMember('Member.Edit'),
    changes: ['member'],
    output: Photo,
  }),
}
