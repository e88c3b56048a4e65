import { useEffect, useRef, useState, type RefObject } from 'react'

export type DeskCamera = {
  video: RefObject<HTMLVideoElement | null>
  /** Why there is no picture, and what to do instead. */
  problem: string | null
}

/** The camera of the desk, on for as long as it is mounted. */
export function useDeskCamera(): DeskCamera {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isLeft = false
    let opened: MediaStream | null = null
    const stop = () => opened?.getTracks().forEach((track) => track.stop())
    openCamera().then(
      (stream) => {
        opened = stream
        if (isLeft) return stop()
        if (video.current) video.current.srcObject = stream
      },
      (error: unknown) => isLeft || setProblem(problemOf(error)),
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [])
  return { video, problem }
}

async function openCamera(): Promise<MediaStream> {
  // Browsers have it on https and localhost alone.
  if (!navigator.mediaDevices) throw new Error('no camera')
  return navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, height: { ideal: 960 } } })
}

function problemOf(error: unknown): string {
  const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
  return isRefused
    ? 'The browser was not allowed to use the camera. Allow it beside the address, or choose a file.'
    : 'There is no camera that can be used here. Choose a file.'
}
