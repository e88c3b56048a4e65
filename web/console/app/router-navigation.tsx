import { Link as RouterLink } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import type { LinkProps, Navigation } from '#ui/navigation.tsx'

// A link of the router: no page load, and its page is fetched when the pointer nears it.
function Link({ href, ...rest }: LinkProps) {
  return <RouterLink to={href} {...rest} />
}

/** How the parts of the kit move between pages of the console. */
export function navigationOf({ history }: AnyRouter): Navigation {
  return {
    Link,
    holdBack: (mayLeave) =>
      history.block({ blockerFn: async () => !(await mayLeave()), enableBeforeUnload: true }),
  }
}
