export {
  allByWords,
  fewOf,
  findByWords,
  findPage,
  type Needle,
  type Page,
  type PagedList,
  rowsToLookAt,
  type SearchedList,
} from './find-by-words.ts'
export { firstOfParts } from './parts.ts'
export { hasThreeLetters, inPlainLetters, shortPatterns } from './short-words.ts'
