export { allByWords, findByWords, type Needle, type Page, type SearchedList } from './find-by-words.ts'
export { firstOfParts } from './parts.ts'
export { hasThreeLetters, inPlainLetters, shortPatterns } from './short-words.ts'
