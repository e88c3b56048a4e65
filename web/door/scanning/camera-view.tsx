import { useCamera } from './camera.ts'

type Props = { onCode: (code: string) => void }

/** What the camera sees, with a lamp and a choice where the device has them. */
export default function CameraPicture({ onCode }: Props) {
  const { video, problem, cameras, chosen, choose, hasTorch, isTorchOn, switchTorch } = useCamera(onCode)
  return (
    <section className="camera" aria-label="Camera">
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
    </section>
  )
}
