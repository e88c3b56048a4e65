const signatureLength = 8
/** Of a chunk: four bytes for its length, four for its type, and four for its checksum behind the content. */
const frameLength = 12
const texts = new Set(['tEXt', 'zTXt', 'iTXt'])

/**
 * A PNG without the texts in it, which nobody sees. They are compressed one by one, and unpacked even where only the
 * size of the picture is asked for: two megabytes of them are gigabytes.
 */
export function withoutTexts(png: Buffer): Buffer {
  const kept = [png.subarray(0, signatureLength)]
  let from = signatureLength
  while (from + frameLength <= png.length) {
    const end = from + frameLength + png.readUInt32BE(from)
    if (!texts.has(png.toString('latin1', from + 4, from + 8))) kept.push(png.subarray(from, end))
    from = end
  }
  return Buffer.concat(kept)
}
