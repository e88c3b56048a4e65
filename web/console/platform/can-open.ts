import { useRouter } from '@tanstack/react-router'
import type { Access } from '#contract/endpoint.ts'
import { isOpenTo } from './access.ts'
import { useMe } from './session.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    access?: Access
  }
}

/** True if the console has a page at this path ('/businesses/$businessId/members') and the user may open it. */
export function useCanOpen(path: string): boolean {
  const me = useMe()
  const routes: Record<string, { options: { staticData?: { access?: Access } } } | undefined> =
    useRouter().routesByPath
  const access = routes[path]?.options.staticData?.access
  return access !== undefined && isOpenTo(me, access)
}
