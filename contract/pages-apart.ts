import { doorsPath } from './door-path.ts'
import { patronPaths } from './patron-paths.ts'

/** The pages that are no part of the console, by where their addresses begin: whoever serves one knows them by this. */
export const pagesApart: readonly { readonly under: string; readonly page: 'door' | 'patron' }[] = [
  { under: doorsPath, page: 'door' },
  ...Object.values(patronPaths).map((under) => ({ under, page: 'patron' as const })),
]
