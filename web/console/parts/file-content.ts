/** The content of a file as the API wants it; of one that can't be read, nothing, which the API refuses. */
export function base64Of(file: File | null): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onloadend = () =>
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '')
    reader.readAsDataURL(file ?? new Blob())
  })
}
