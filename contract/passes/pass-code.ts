/** True for the code of a pass. Those of cards have fewer letters, whatever they begin with. */
export function isPassCode(code: string): boolean {
  return /^p-[\w-]{22,}$/.test(code)
}
