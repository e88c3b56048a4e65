import { Link as RouterLink, type AnyRouter } from '@tanstack/react-router'
import type { LinkProps, Navigation } from '#ui/layout/navigation.tsx'

// A link of the router: no page load, and its page is fetched when the pointer nears it.
function Link({ href, ...rest }: LinkProps) {
  const { pathname, searchParams, hash } = new URL(href, location.origin)
  return (
    <RouterLink
      to={pathname}
      // Another view of the same page leaves people where they are on it.
      resetScroll={pathname !== location.pathname}
      search={Object.fromEntries(searchParams)}
      {...(hash && { hash: hash.slice(1) })}
      {...rest}
    />
  )
}

/** How the parts of the kit move between pages of the console. */
export function navigationOf({ history }: AnyRouter): Navigation {
  const holding = new Set<() => Promise<boolean>>()
  return {
    Link,
    holdBack(mayLeave) {
      const unblock = history.block({ blockerFn: async () => !(await mayLeave()), enableBeforeUnload: true })
      holding.add(mayLeave)
      return () => {
        holding.delete(mayLeave)
        unblock()
      }
    },
    async mayLeave() {
      for (const ask of holding) if (!(await ask())) return false
      return true
    },
  }
}
