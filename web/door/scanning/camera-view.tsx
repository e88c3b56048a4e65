import { useState } from 'react'
import { useCamera } from './camera.ts'

type Props = { onCode: (code: string) => void }

/** The camera, once somebody has asked for it: a picture, a lamp and a choice where the device has them. */
export function CameraView({ onCode }: Props) {
  const [isOn, setOn] = useState(false)
  return (
    <section className="camera" aria-label="Camera">
      {isOn && <Picture onCode={onCode} />}
      <button type="button" className="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
        {isOn ? 'Stop the camera' : 'Scan with the camera'}
      </button>
    </section>
  )
}

function Picture({ onCode }: Props) {
  const { video, problem, cameras, chosen, choose, hasTorch, isTorchOn, switchTorch } = useCamera(onCode)
  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        hidden={problem !== null}
        aria-label="What the camera sees"
      />
      <div className="tools">
        {hasTorch && (
          <button type="button" className="button" aria-pressed={isTorchOn} onClick={switchTorch}>
            Torch
          </button>
        )}
        {cameras.length > 1 && (
          <select aria-label="Which camera" value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="">Back camera</option>
            {cameras.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </div>
    </>
  )
}
