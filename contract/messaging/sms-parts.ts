// The alphabet of text messages (GSM 03.38), and the signs that take two places in it.
const plain =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const doubled = '\f^{}\\[~]|€'

const lengths = { plain: { alone: 160, joined: 153 }, any: { alone: 70, joined: 67 } } as const

/** How many text messages a text goes out as, which is what is paid for, and the signs that make it dearer. */
export function smsPartsOf(text: string): { parts: number; dear: readonly string[] } {
  const dear = [...new Set(text)].filter((sign) => !plain.includes(sign) && !doubled.includes(sign))
  const isPlain = dear.length === 0
  const length = isPlain
    ? [...text].reduce((sum, sign) => sum + (doubled.includes(sign) ? 2 : 1), 0)
    : text.length
  const { alone, joined } = isPlain ? lengths.plain : lengths.any
  return { parts: length <= alone ? 1 : Math.ceil(length / joined), dear }
}
