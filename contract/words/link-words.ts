/** What is said where a link has lost a part on its way, or never was one. No schemas here: the pages have to be small. */
export const incompleteLink =
  'This link is not complete, or no longer valid. Open it once more from the message it came in. If that doesn’t help, ask who sent it.'
