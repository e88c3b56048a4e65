// Twice as wide and high as it is kept: the server cuts and sharpens, a phone's 12 megapixels needn't travel.
const longestSide = 960

/** What the camera sees now, cut to a square. */
export function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const side = Math.min(video.videoWidth, video.videoHeight)
  if (side === 0) return Promise.resolve(null)
  const size = Math.min(side, longestSide)
  const [x, y] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2]
  return drawn(size, size, (canvas) => canvas.drawImage(video, x, y, side, side, 0, 0, size, size))
}

/** A file made small enough to send, upright; null if it is no picture that this browser can read. */
export async function fitted(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  // The shorter side is what is kept of it.
  const scale = Math.min(1, longestSide / Math.min(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const picture = await drawn(width, height, (canvas) => canvas.drawImage(bitmap, 0, 0, width, height))
  bitmap.close()
  return picture
}

function drawn(
  width: number,
  height: number,
  draw: (canvas: CanvasRenderingContext2D) => void,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context) draw(context)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
