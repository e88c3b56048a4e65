// Line breaks, and whatever else moves a printer or a screen to another place instead of showing a sign.
const unprinted = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** True for a text that stays in its line: what is printed of it can't pass for a line of ours. */
export function isOneLine(text: string): boolean {
  return !unprinted.test(text)
}

/** What is said of a name that goes on in another line. */
export const nameInOneLine = 'Write the name in one line.'

/** The text in one line, whatever it had been before names had to be. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
