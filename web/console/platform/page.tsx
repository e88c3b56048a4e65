import { useLocation } from '@tanstack/react-router'
import { use, useEffect, type ReactNode } from 'react'
import { PageHeader, type Crumb } from '#ui/layout/page-header.tsx'
import { isTied } from './access.ts'
import { BusinessContext } from './business.ts'
import { rememberRecent } from './recents.ts'
import { useMe } from './session.ts'
import { useSettings } from './settings.ts'
import { consolePaths, pageHref } from '#contract/console-paths.ts'

type Props = {
  /** Undefined until what the page is about has come. */
  title: string | undefined
  subtitle?: ReactNode
  /** The one primary action, at the right of the title. */
  action?: ReactNode
  /** The pages between the business and this one: the list that a record belongs to. */
  under?: Crumb[]
  children: ReactNode
}

/** A page of the console: its way, title and action, then its content; names the browser's tab, too. */
export function ConsolePage({ title, subtitle, action, under = [], children }: Props) {
  const me = useMe()
  const { Brand } = useSettings()
  const business = use(BusinessContext)
  const { pathname } = useLocation()
  const businessId = business?.BusinessId
  useEffect(() => {
    if (title !== undefined && businessId)
      rememberRecent(me.Uid, businessId, { href: pathname, label: title })
  }, [me.Uid, businessId, pathname, title])
  const way: Crumb[] = [
    ...(isTied(me) ? [] : [{ label: 'Businesses', href: consolePaths.businesses }]),
    ...(business
      ? [{ label: business.DisplayName, href: pageHref('home', { businessId: business.BusinessId }) }]
      : []),
    ...under,
  ]
  const crumbs = crumbsTo(pathname, title, way)
  const names = new Set([crumbs.at(-1)?.label ?? title ?? Brand, business?.DisplayName ?? Brand, Brand])
  return (
    <>
      <title>{[...names].join(' · ')}</title>
      <PageHeader title={title} crumbs={crumbs} subtitle={subtitle} action={action} />
      {children}
    </>
  )
}

// The page itself comes last and is no link; a way of one step that repeats the title says nothing.
function crumbsTo(pathname: string, title: string | undefined, way: Crumb[]): Crumb[] {
  if (title === undefined) return way
  const here = way.findIndex((crumb) => crumb.href === pathname)
  const crumbs =
    here === -1 ? [...way, { label: title }] : [...way.slice(0, here), { label: way[here]?.label ?? title }]
  return crumbs.length === 1 && crumbs[0]?.label === title ? [] : crumbs
}
