import type { Icon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Me } from '#contract/access/session.ts'
import type { PagePath } from '#contract/console-paths.ts'
import type { Access } from '#contract/endpoint.ts'

/** Who comes to a page, and what its address asks for beside its path. */
export type Visit = { me: Me; search: unknown }

/**
 * What a page's file exports: the page, and what it likes to have fetched when a pointer nears a link to it.
 * What has to be there before the page is shown it answers with a promise for.
 */
export type PageModule = {
  Page: ComponentType
  preload?(client: QueryClient, params: Record<string, string>, visit: Visit): Promise<void> | void
}

/** A line of the menu. Neighbours in the table with the same group stand under its heading. */
export type MenuEntry = {
  label: string | ((me: Me) => string)
  icon: Icon
  /** How much waits there, said beside it. */
  count?: () => Promise<ComponentType>
  group?: string | ((me: Me) => string | null)
  /** Who is offered it, where not everybody who may see the page is. */
  isFor?: (me: Me) => boolean
}

export type PageRow = {
  path: PagePath
  /** Who may see it; the menu and the palette leave it out for everyone else. */
  access: Access
  load: () => Promise<PageModule>
  menu?: MenuEntry
}
