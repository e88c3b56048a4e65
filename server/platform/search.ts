/** A LIKE pattern that finds the text anywhere, without regard to case; its % and _ are plain characters. */
export function likePattern(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
}
