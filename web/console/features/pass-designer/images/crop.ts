/** Where a picture lies in its frame: how much it is enlarged beyond filling it, and its middle in shares of itself. */
export type Crop = { readonly zoom: number; readonly x: number; readonly y: number }

export type Size = { readonly width: number; readonly height: number }

/** The picture fills its frame, from its middle. */
export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }

export const largestZoom = 4

/** The part of the picture that is in the frame, in its own pixels; never beyond its edges. */
export function cropped(picture: Size, frame: Size, { zoom, x, y }: Crop) {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height) * zoom
  const width = frame.width / scale
  const height = frame.height / scale
  return {
    x: within(x * picture.width - width / 2, picture.width - width),
    y: within(y * picture.height - height / 2, picture.height - height),
    width,
    height,
  }
}

/** The crop after the picture was pushed by so much of its frame. */
export function pushed(picture: Size, frame: Size, crop: Crop, right: number, down: number): Crop {
  const part = cropped(picture, frame, crop)
  const middle = (start: number, size: number, by: number, whole: number) =>
    (within(start - by * size, whole - size) + size / 2) / whole
  return {
    ...crop,
    x: middle(part.x, part.width, right, picture.width),
    y: middle(part.y, part.height, down, picture.height),
  }
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), Math.max(most, 0))
