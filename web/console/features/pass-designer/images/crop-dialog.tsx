import { Button, Modal, Slider, Text } from '@mantine/core'
import '@mantine/core/styles/Slider.layer.css'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { passImages, type PassImageType } from '#contract/passes/pass-images.ts'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { cropped, largestZoom, pushed, wholeCrop, type Crop, type Size } from './crop.ts'
import fields from '#features/pass-designer/fields/fields.module.css'
import styles from './images.module.css'

type Props = { type: PassImageType; file: File; passConfigurationId: string; onClose: () => void }

/** Crops a picture to the size that its place on the pass has, and saves it there. */
export function CropDialog({ type, file, passConfigurationId, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { label, width, height } = passImages[type]
  const { modal, close } = useDialog(onClose)
  const picture = usePicture(file)
  const [crop, setCrop] = useState(wholeCrop)
  const { run, isRunning } = useAction(passConfigurationsApi.setPassImage, {
    success: messages.passes.updated,
    failure: messages.passes.unknownError,
  })

  async function save() {
    if (!(picture instanceof ImageBitmap)) return
    const imageData = await drawn(picture, { width, height }, crop)
    const params = { businessId, passConfigurationId, imageType: type }
    if ((await run({ params, body: { imageData } })).ok) close()
  }

  return (
    <Modal {...modal} title={`${label} ${width}x${height}`} size="md">
      {picture === 'unreadable' ? (
        <Text role="alert">The picture could not be read. Save it again, or choose another.</Text>
      ) : (
        picture && <CropArea picture={picture} frame={{ width, height }} crop={crop} onChange={setCrop} />
      )}
      <div className={fields.tabButtons}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <WorkingButton
          isWorking={isRunning}
          whyNot={picture instanceof ImageBitmap ? null : 'There is no picture to save.'}
          onClick={() => void save()}
        >
          Save
        </WorkingButton>
      </div>
    </Modal>
  )
}

function usePicture(file: File): ImageBitmap | 'unreadable' | null {
  const [picture, setPicture] = useState<ImageBitmap | 'unreadable' | null>(null)
  useEffect(() => {
    createImageBitmap(file).then(setPicture, () => setPicture('unreadable'))
  }, [file])
  return picture
}

type AreaProps = { picture: ImageBitmap; frame: Size; crop: Crop; onChange: (crop: Crop) => void }

/** The frame with the picture in it: dragged, pushed with the arrow keys, enlarged with the slider. */
function CropArea({ picture, frame, crop, onChange }: AreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) paint(canvas.current, picture, crop)
  }, [picture, crop])

  const push = (right: number, down: number) => onChange(pushed(picture, frame, crop, right, down))
  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { clientWidth, clientHeight } = event.currentTarget
    push(event.movementX / clientWidth, event.movementY / clientHeight)
  }
  function pushByKey(event: KeyboardEvent) {
    const way = arrows[event.key]
    if (!way) return
    event.preventDefault()
    push(...way)
  }

  return (
    <>
      <canvas
        ref={canvas}
        className={styles.crop}
        width={frame.width * 2}
        height={frame.height * 2}
        style={{ aspectRatio: `${frame.width} / ${frame.height}` }}
        tabIndex={0}
        data-autofocus
        role="img"
        aria-label="The picture as it will be. Move it with the arrow keys."
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={pushByKey}
      />
      <Text size="xs" c="dimmed" my="xs">
        Drag the picture, or move it with the arrow keys.
      </Text>
      <Slider
        label={null}
        thumbLabel="Enlarge"
        min={1}
        max={largestZoom}
        step={0.05}
        value={crop.zoom}
        onChange={(zoom) => onChange({ ...crop, zoom })}
      />
    </>
  )
}

const step = 0.02
const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

function paint(canvas: HTMLCanvasElement | OffscreenCanvas, picture: ImageBitmap, crop: Crop): void {
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  const part = cropped(picture, { width, height }, crop)
  context?.clearRect(0, 0, width, height)
  context?.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, width, height)
}

/** The picture as it lies in its frame, as a file of the frame's size. */
async function drawn(picture: ImageBitmap, { width, height }: Size, crop: Crop): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  paint(canvas, picture, crop)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'picture.png', { type: 'image/png' })
}
