import { UnstyledButton } from '@mantine/core'
import { IconCameraPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '#console/can-open.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { memberPhotosApi } from '#contract/members/member-photos.ts'
import type { Member } from '#contract/members/members.ts'
import { opened } from '#ui/layout/opened.tsx'
import styles from './member-photo.module.css'
import { usePhoto } from './use-photo.ts'

const PhotoDialog = opened(async () => (await import('./photo-dialog.tsx')).PhotoDialog)

/** What a member looks like; for those who may, the way to a photo. */
export function MemberPicture({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const [isChanging, setChanging] = useState(false)
  const mayChange = useMay(memberPhotosApi.setMemberPhoto) && member.Meta.DateDeleted === null
  const { data } = useRead(
    memberPhotosApi.getMemberPhoto,
    member.Meta.DateDeleted === null ? { params: { businessId, memberId: member.id } } : null,
  )
  const url = usePhoto(member.id, data?.Photo?.PhotoId)
  if (!data || (!data.Photo && !mayChange)) return null
  const name = `${member.FirstName} ${member.LastName}`
  const picture = data.Photo ? (
    <img className={styles.photo} src={url ?? undefined} alt={name} />
  ) : (
    <IconCameraPlus size={22} stroke={1.5} aria-hidden />
  )
  if (!mayChange) return <div className={styles.frame}>{picture}</div>
  return (
    <>
      <UnstyledButton
        className={styles.frame}
        aria-label={data.Photo ? `Photo of ${name}: change it` : 'Add a photo'}
        onClick={() => setChanging(true)}
      >
        {picture}
      </UnstyledButton>
      {isChanging && (
        <PhotoDialog member={member} current={data.Photo && url} onClose={() => setChanging(false)} />
      )}
    </>
  )
}
