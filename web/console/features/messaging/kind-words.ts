/** What a message is for, as a label: 'Contact change'. */
export function kindWords(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}
