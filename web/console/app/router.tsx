import type { QueryClient } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { use, type ComponentType } from 'react'
import { isOpenTo } from '#console/access.ts'
import { BusinessContext } from '#console/business.ts'
import type { Me } from '#contract/access/session.ts'
import type { Licence } from '#contract/business/licences.ts'
import { consolePaths } from '#contract/console-paths.ts'
import type { Access } from '#contract/endpoint.ts'
import { fetchedPage } from '#ui/feedback/fetched.tsx'
import { parseSearch, stringifySearch } from './address-search.ts'
import { BusinessLayout } from './business-layout.tsx'
import { preloadBusiness } from './current-business.ts'
import { NoAccessPage, NotFoundPage } from '#app/states/lost-pages.tsx'
import { PageError } from '#app/states/page-error.tsx'
import { PageSkeleton } from '#app/states/page-skeleton.tsx'
import type { PageRow } from './page-row.ts'
import { pages } from './pages.ts'
import { redirectOf } from './redirects.ts'
import { Shell } from '#app/shell/shell.tsx'

const UnlicensedPage = fetchedPage(
  async () => (await import('#app/states/unlicensed-page.tsx')).UnlicensedPage,
  <PageSkeleton />,
)

// One for all sessions: each listens to the browser for good.
const history = createBrowserHistory()

type RouterContext = { me: Me; client: QueryClient }

/** The router made from the table of pages, for one signed-in user. */
export function createConsoleRouter(context: RouterContext) {
  const root = createRootRouteWithContext<RouterContext>()({
    component: Shell,
    beforeLoad: ({ context: { me }, location }) => {
      const to = redirectOf(me, location.pathname)
      if (to) throw redirect({ to, replace: true })
    },
  })
  const business = createRoute({
    getParentRoute: () => root,
    path: consolePaths.home,
    component: BusinessLayout,
    loader: ({ context: { client }, params }) => preloadBusiness(client, params.businessId),
  })
  const isOfBusiness = (row: PageRow) => row.path.startsWith(consolePaths.home)
  return createRouter({
    routeTree: root.addChildren([
      ...pages.filter((row) => !isOfBusiness(row)).map((row) => pageRoute(root, row.path, row)),
      business.addChildren(
        pages
          .filter(isOfBusiness)
          .map((row) => pageRoute(business, row.path.slice(consolePaths.home.length) || '/', row)),
      ),
    ]),
    context,
    history,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: () => <PageError />,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

// The loader brings the component, so that a slow one shows the skeleton, and one that is lost the error.
function pageRoute(parent: AnyRoute, path: string, row: PageRow) {
  const route = createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { access: row.access },
    loader: async ({ context, params, location }) => {
      const { me, client } = context as RouterContext
      if (!isOpenTo(me, row.access)) return { Page: NoAccessPage }
      const module = await row.load().catch(() => null)
      await module?.preload?.(client, params, { me, search: location.search })
      return { Page: module?.Page ?? PageError }
    },
    component: function LoadedPage() {
      const { Page } = route.useLoaderData() as { Page: ComponentType }
      const licence = useMissingLicence(row.access)
      // The key: a dialog that is open on one record never moves over to the next, also not by the browser's Back.
      const key = Object.values<string>(route.useParams()).join('/')
      return licence ? <UnlicensedPage licence={licence} /> : <Page key={key} />
    },
  })
  return route
}

/** What the business would have to be licensed for, and isn't. */
function useMissingLicence(access: Access): Licence | null {
  const business = use(BusinessContext)
  const licence = access.kind === 'permission' && access.licence
  return business && licence && !business.LicencedHubProducts.includes(licence) ? licence : null
}
