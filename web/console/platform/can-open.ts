import { useRouter } from '@tanstack/react-router'
import { consolePaths, type PageName } from '#contract/console-paths.ts'
import type { Access } from '#contract/endpoint.ts'
import { isOpenTo } from './access.ts'
import { useBusiness } from './business.ts'
import { useMe } from './session.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    access?: Access
  }
}

/** True if the user may open this page. */
export function useCanOpen(page: PageName): boolean {
  const me = useMe()
  const routes: Record<string, { options: { staticData?: { access?: Access } } } | undefined> =
    useRouter().routesByPath
  const access = routes[consolePaths[page]]?.options.staticData?.access
  return access !== undefined && isOpenTo(me, access)
}

/** True if the user may make this call in the business whose page this is. */
export function useMay(row: { readonly access: Access }): boolean {
  const { LicencedHubProducts } = useBusiness()
  return isOpenTo(useMe(), row.access, LicencedHubProducts)
}
