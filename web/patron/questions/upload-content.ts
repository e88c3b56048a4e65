const mostBytes = 5 * 1024 * 1024
const longestSide = 2400

/** A file as it is sent, in base64; a photo that is too large is made smaller. Null for what stays too large. */
export async function contentOf(file: File): Promise<string | null> {
  const isLarge = file.size > mostBytes
  const sent = isLarge && file.type.startsWith('image/') ? await smaller(file) : file
  return sent.size > mostBytes ? null : base64Of(sent)
}

async function smaller(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const made = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/jpeg', 0.85)
  })
  return made ?? file
}

function base64Of(content: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done((reader.result as string).split(',')[1] ?? ''))
    reader.addEventListener('error', () => fail(new Error('The file could not be read.')))
    reader.readAsDataURL(content)
  })
}
