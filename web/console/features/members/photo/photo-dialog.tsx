import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { IconCamera, IconRefresh } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { memberPhotosApi } from '#contract/members/member-photos.ts'
import type { Member } from '#contract/members/members.ts'
import { base64Of } from '#parts/file-content.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { FileField } from '#ui/form/file-field.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from './member-photo.module.css'
import { fitted, pictureOf } from './taken-picture.ts'
import { useDeskCamera } from './use-desk-camera.ts'

type Props = { member: Member; current: string | null; onClose: () => void }

/** Takes a photo of a member with the desk's camera, or out of a file; looked at before it is saved. */
export function PhotoDialog({ member, current, onClose }: Props) {
  const { modal, close } = useDialog(onClose)
  const [taken, setTaken] = useState<Blob | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const name = `${member.FirstName} ${member.LastName}`
  return (
    <>
      <Modal {...modal} title={`Photo of ${name}`}>
        {taken ? (
          <Taken member={member} picture={taken} onAgain={() => setTaken(null)} onSaved={close} />
        ) : (
          <Taking hasPhoto={current !== null} onTaken={setTaken} onRemove={() => setRemoving(true)} />
        )}
      </Modal>
      {isRemoving && <RemovePhoto member={member} onRemoved={close} onClose={() => setRemoving(false)} />}
    </>
  )
}

const unreadable = 'The picture could not be read. Choose a PNG or a JPEG.'

type TakingProps = { hasPhoto: boolean; onTaken: (picture: Blob) => void; onRemove: () => void }

function Taking({ hasPhoto, onTaken, onRemove }: TakingProps) {
  const [error, setError] = useState<string | null>(null)
  const take = (picture: Blob | null) => (picture ? onTaken(picture) : setError(unreadable))
  return (
    <Stack gap="md">
      <Viewfinder onTaken={take} />
      <FileField
        label="From a file"
        hint="Drop a picture here, or choose one"
        accept={['image/png', 'image/jpeg']}
        error={error}
        onChange={async (file) => file && take(await fitted(file))}
      />
      {hasPhoto && (
        <div className={styles.foot}>
          <Button variant="subtle" color="red" onClick={onRemove}>
            Remove photo
          </Button>
        </div>
      )}
    </Stack>
  )
}

function Viewfinder({ onTaken }: { onTaken: (picture: Blob | null) => void }) {
  const { video, problem } = useDeskCamera()
  const [isReady, setReady] = useState(false)
  if (problem)
    return (
      <Alert color="orange" p="sm" role="status">
        {problem}
      </Alert>
    )
  return (
    <>
      <div className={styles.stage}>
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label="What the camera sees"
          // Before, there is nothing to take a photo of.
          onLoadedData={() => setReady(true)}
        />
      </div>
      <div className={styles.buttons}>
        <WorkingButton
          data-autofocus
          isWorking={false}
          whyNot={isReady ? null : 'The camera is still starting.'}
          leftSection={<IconCamera size={16} aria-hidden />}
          onClick={async () => video.current && onTaken(await pictureOf(video.current))}
        >
          Take photo
        </WorkingButton>
      </div>
    </>
  )
}

type TakenProps = { member: Member; picture: Blob; onAgain: () => void; onSaved: () => void }

function Taken({ member, picture, onAgain, onSaved }: TakenProps) {
  const { BusinessId: businessId } = useBusiness()
  const [failure, setFailure] = useState<string | null>(null)
  const { run, isRunning } = useAction(memberPhotosApi.setMemberPhoto, { success: 'Photo saved.' })
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(picture)
      return () => URL.revokeObjectURL(image.src)
    },
    [picture],
  )
  async function save() {
    const imageData = await base64Of(new File([picture], 'photo.jpg'))
    const answer = await run({ params: { businessId, memberId: member.id }, body: { imageData } })
    if (answer.ok) onSaved()
    else setFailure(answer.errors.imageData ?? answer.message)
  }
  return (
    <Stack gap="md">
      {failure && (
        <Alert color="red" p="sm" role="alert">
          {failure}
        </Alert>
      )}
      <div className={styles.stage}>
        <img ref={show} alt="As it was taken" />
      </div>
      <Text c="dimmed" size="sm">
        It is shown on this page, and at the door when the member is scanned.
      </Text>
      <div className={styles.foot}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={isRunning}
          onClick={onAgain}
        >
          Retake
        </Button>
        <WorkingButton data-autofocus isWorking={isRunning} onClick={() => void save()}>
          Save
        </WorkingButton>
      </div>
    </Stack>
  )
}

type RemoveProps = { member: Member; onRemoved: () => void; onClose: () => void }

function RemovePhoto({ member, onRemoved, onClose }: RemoveProps) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(memberPhotosApi.removeMemberPhoto, {
    success: 'Photo removed.',
    failure: 'Removing the photo failed.',
  })
  return (
    <ConfirmModal
      title="Remove the photo?"
      text="It is erased. To have it back you would take it again."
      confirmLabel="Remove"
      danger
      onConfirm={async () => {
        const answer = await run({ params: { businessId, memberId: member.id } })
        if (answer.ok) onRemoved()
        return answer
      }}
      onClose={onClose}
    />
  )
}
