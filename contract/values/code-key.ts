// Those that the database takes out (`code_key`), told one by one: what counts as a space differs from system to system.
const spaces = /[ \t\n\r\u00a0\u2007\u202f\u200b\ufeff]/g

// What has neither spaces nor signs whose capitals are more than one.
const plain = /^[!-~]*$/

/** A code as it is compared: without regard to capitals and spaces, the same that the database makes of it. */
export function codeKey(code: string): string {
  // As most are, at doors and tills: sign by sign takes many times as long.
  if (plain.test(code)) return code.toUpperCase()
  return Array.from(code.replaceAll(spaces, ''), capital).join('')
}

// Sign by sign, as the database does: 'ß' stays one.
function capital(sign: string): string {
  const large = sign.toUpperCase()
  return Array.from(large).length === 1 ? large : sign
}
