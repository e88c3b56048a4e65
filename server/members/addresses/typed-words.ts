/** A word that was typed: as it is compared, and where it stands. */
export type Word = { readonly key: string; readonly start: number }

/** The words of what was typed, without commas and what is nothing but dots. */
export function typedWords(typed: string): Word[] {
  return Array.from(typed.matchAll(/[^\s,]+/g), ({ 0: text, index: start }) => ({
    key: addressKey(text),
    start,
  })).filter(({ key }) => key !== '')
}

/** A text as it is compared: 'N.S.W.' is NSW, "O'Halloran" O Halloran in one, and Mt and Saint are Mount and St. */
export function addressKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’'.]/g, '')
    .replaceAll(/\bmt\b/g, 'mount')
    .replaceAll(/\bsaint\b/g, 'st')
}

/** Words in one text, to be compared. */
export function joined(words: readonly Word[]): string {
  return words.map(({ key }) => key).join(' ')
}
