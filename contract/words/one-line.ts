// Line breaks, and whatever else moves a printer or a screen to another place, or turns what follows round, instead of
// showing a sign. Two of the unseen ones stay: scripts and pictures of several signs are joined by them.
const unprinted = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** True for a text that stays in its line and shows all it has: it can't pass for a line of ours, or for another's name. */
export function isOneLine(text: string): boolean {
  return !unprinted.test(text)
}

/** What is said of a name that goes on in another line. */
export const nameInOneLine = 'Write the name in one line.'

/** How a letter begins. Whoever typed the name writes no more of the letter than that. */
export function greeting(name: string | null | undefined): string {
  return name ? `Hello ${inOneLine(name)},` : 'Hello,'
}

/** The text in one line, whatever it had been before names had to be. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
