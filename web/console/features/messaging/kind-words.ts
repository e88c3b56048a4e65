// Kinds whose own word says too little beside those of all others.
const words: Readonly<Record<string, string>> = {
  card: 'Card invitation',
  reset: 'Password reset',
  'low-balance': 'Low balance',
}

/** What a message is for, as a label: 'Contact change'. */
export function kindWords(kind: string): string {
  return words[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
}
