import { createContext, useContext, useEffect, useState } from 'react'
import type { AnchorHTMLAttributes, ComponentType, ReactNode, Ref } from 'react'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/** How the parts move between pages: they know no router, the application brings its own. */
export type Navigation = {
  Link: ComponentType<LinkProps>
  /** From now on asks whenever someone is leaving the page; the promise says whether they may. Returns the undo. */
  holdBack: (mayLeave: () => Promise<boolean>) => () => void
  /** Asks whoever holds the visitor back now, for a way out that is no page. */
  mayLeave: () => Promise<boolean>
}

/** Without a router only closing the tab can be held back, with the browser's own question. */
const plainNavigation: Navigation = {
  Link: ({ children, ...props }) => <a {...props}>{children}</a>,
  holdBack() {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  },
  mayLeave: async () => true,
}

const NavigationContext = createContext(plainNavigation)

/** Makes the parts inside it move between pages with the application's router. */
export function NavigationProvider({
  navigation,
  children,
}: {
  navigation: Navigation
  children: ReactNode
}) {
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

/** A link to another page of the application; a plain `<a>` where no router was given. */
export function Link(props: LinkProps) {
  const navigation = useContext(NavigationContext)
  return <navigation.Link {...props} />
}

/** The question whether the page may be left, to be asked before what ends it. */
export function useMayLeave(): () => Promise<boolean> {
  return useContext(NavigationContext).mayLeave
}

type Answer = (mayLeave: boolean) => void

/** Holds the visitor back while `isDirty`; `isLeaving` is the moment to ask, `leave` and `stay` are the answers. */
export function useLeaveGuard(isDirty: boolean) {
  const { holdBack } = useContext(NavigationContext)
  const [answer, setAnswer] = useState<Answer | null>(null)

  useEffect(() => {
    if (!isDirty) return undefined
    return holdBack(() => new Promise<boolean>((resolve) => setAnswer(() => resolve)))
  }, [isDirty, holdBack])

  const reply = (mayLeave: boolean) => {
    answer?.(mayLeave)
    setAnswer(null)
  }
  return { isLeaving: answer !== null, leave: () => reply(true), stay: () => reply(false) }
}
