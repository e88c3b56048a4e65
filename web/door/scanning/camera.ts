import { useEffect, useRef, useState } from 'react'

export type Camera = {
  video: React.RefObject<HTMLVideoElement | null>
  /** Why there is no picture. */
  problem: string | null
  cameras: readonly { id: string; label: string }[]
  chosen: string
  choose: (id: string) => void
  hasTorch: boolean
  isTorchOn: boolean
  switchTorch: () => void
}

const everyMs = 150
// The same card held before the camera is one scan until it has been away for a while.
const sameCodeMs = 3_000

/** Watches for codes with a camera, as long as it is mounted. */
export function useCamera(onCode: (code: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [cameras, setCameras] = useState<Camera['cameras']>([])
  const [chosen, choose] = useState('')
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [isTorchOn, setTorch] = useState(false)

  useEffect(() => {
    let isLeft = false
    let opened: MediaStream | null = null
    openCamera(chosen).then(
      async (found) => {
        opened = found
        if (isLeft) return stop(found)
        if (video.current) video.current.srcObject = found
        setStream(found)
        setTorch(false)
        setProblem(null)
        setCameras(await listCameras())
      },
      (error: unknown) => setProblem(problemOf(error)),
    )
    return () => {
      isLeft = true
      stop(opened)
    }
  }, [chosen])

  useDecoding(video, stream, onCode)
  const track = stream?.getVideoTracks()[0]
  const hasTorch = Boolean(track && 'torch' in (track.getCapabilities?.() ?? {}))

  function switchTorch() {
    setTorch(!isTorchOn)
    // The types don't know of lamps.
    const constraints = { advanced: [{ torch: !isTorchOn } as MediaTrackConstraintSet] }
    track?.applyConstraints(constraints).catch(() => setTorch(false))
  }
  return { video, problem, cameras, chosen, choose, hasTorch, isTorchOn, switchTorch }
}

function useDecoding(
  video: Camera['video'],
  stream: MediaStream | null,
  onCode: (code: string) => void,
): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!stream) return undefined
    const leaving = new AbortController()
    const seen = { code: '', at: 0 }
    const canvas = document.createElement('canvas')
    const watch = async () => {
      const { readCode } = await import('./decoder.ts')
      while (!leaving.signal.aborted) {
        const picture = video.current && pictureOf(video.current, canvas)
        const code = picture && !document.hidden ? await readCode(picture) : null
        const isSame = code === seen.code && Date.now() - seen.at < sameCodeMs
        if (code !== null) Object.assign(seen, { code, at: Date.now() })
        if (code !== null && !isSame) latest.current(code)
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
    }
    void watch()
    return () => leaving.abort()
  }, [stream, video])
}

function openCamera(id: string): Promise<MediaStream> {
  if (!navigator.mediaDevices) return Promise.reject(new Error('insecure'))
  return navigator.mediaDevices.getUserMedia({
    video: { ...(id ? { deviceId: { exact: id } } : { facingMode: 'environment' }), width: { ideal: 1280 } },
  })
}

async function listCameras() {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter((device) => device.kind === 'videoinput')
    .map(({ deviceId, label }, i) => ({ id: deviceId, label: label || `Camera ${i + 1}` }))
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function problemOf(error: unknown): string {
  if (!(error instanceof DOMException)) return 'The camera needs a secure connection (https).'
  if (error.name === 'NotAllowedError') return 'The camera is not allowed. Allow it in the browser, or type.'
  if (error.name === 'NotFoundError') return 'There is no camera here. Use a scanner, or type.'
  return 'The camera could not be started. Use a scanner, or type.'
}

const largestSide = 960

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return null
  const scale = Math.min(1, largestSide / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}
