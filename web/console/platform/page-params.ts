import { useParams } from '@tanstack/react-router'
import { consolePaths, pathParamsOf, type PageName, type PageParams } from '#contract/console-paths.ts'

/** What the address names of what the path of this page leaves open; nothing of it while one is elsewhere. */
export function usePageParams<Page extends PageName>(page: Page): PageParams<Page> {
  const given: Record<string, string | undefined> = useParams({ strict: false })
  const names = pathParamsOf(consolePaths[page])
  return Object.fromEntries(names.map((name) => [name, given[name] ?? ''])) as PageParams<Page>
}
