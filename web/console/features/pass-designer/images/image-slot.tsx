import { Button } from '@mantine/core'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { largestPassImageBytes, passImages, type PassImageType } from '#contract/passes/pass-images.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { DropArea } from '#ui/form/drop-area.tsx'
import fields from '#features/pass-designer/fields/fields.module.css'
import styles from './images.module.css'

const types = ['image/png', 'image/jpeg']

type Props = {
  type: PassImageType
  url: string | undefined
  passConfigurationId: string
  onChoose: (file: File) => void
}

/** One picture of the pass: what it is now, and the place to drop another. */
export function ImageSlot({ type, url, passConfigurationId, onChoose }: Props) {
  const { label, width, height, isNeeded } = passImages[type]
  const [error, setError] = useState<string | undefined>()
  const [isRemoving, setRemoving] = useState(false)

  function choose(file: File | null) {
    const problem = file && problemOf(file)
    setError(problem ?? undefined)
    if (file && !problem) onChoose(file)
  }

  return (
    <div className={styles.slot}>
      <DropArea label={`${label} ${width}x${height}`} accept={types} error={error} onChange={choose}>
        <span className={styles.slotInside}>
          <span className={styles.slotPicture} style={{ aspectRatio: `${width} / ${height}` }}>
            {url && <img src={url} alt="" />}
          </span>
          <span className={styles.slotHint}>
            <IconPhotoUp size={18} stroke={1.5} aria-hidden />
            Drop {url ? 'another' : 'a'} picture here, or choose one
          </span>
        </span>
      </DropArea>
      {url && !isNeeded && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          className={fields.start}
          leftSection={<IconTrash size={14} aria-hidden />}
          aria-label={`Remove ${label}`}
          onClick={() => setRemoving(true)}
        >
          Remove
        </Button>
      )}
      {isRemoving && (
        <RemoveImage
          type={type}
          passConfigurationId={passConfigurationId}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}

/** Why a file can't be taken: the server would refuse it in the same words. */
function problemOf(file: File): string | null {
  if (!types.includes(file.type)) return 'The picture must be a PNG or a JPEG.'
  return file.size > largestPassImageBytes ? 'The picture can have 2 MB at the most.' : null
}

type RemoveProps = Pick<Props, 'type' | 'passConfigurationId'> & { onClose: () => void }

function RemoveImage({ type, passConfigurationId, onClose }: RemoveProps) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(passConfigurationsApi.removePassImage, {
    success: messages.passes.updated,
    failure: messages.passes.unknownError,
  })
  return (
    <ConfirmModal
      title="Remove the picture?"
      text={`The pass is shown without its ${passImages[type].label}. To have it back you would upload it again.`}
      confirmLabel="Remove"
      danger
      onConfirm={() => run({ params: { businessId, passConfigurationId, imageType: type } })}
      onClose={onClose}
    />
  )
}
