const longest = 72

/**
 * What is wrong with the subject of a commit, in a sentence, or null.
 * @param {string} subject
 */
export function wrongIn(subject) {
  // Git's own words.
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return null
  if (!/^[a-z][a-z\d-]*(, [a-z][a-z\d-]*)*: \S/.test(subject))
    return 'It begins with its area, such as ‘cards: …’ or ‘members, requests: …’.'
  if (subject.length > longest) return `It has ${subject.length} characters, and ${longest} is the most.`
  return null
}
