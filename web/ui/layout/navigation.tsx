import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type AnchorHTMLAttributes,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react'

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

type Question = { number: number; answer: (mayLeave: boolean) => void }

/**
 * Holds the visitor back while `isDirty`; `isLeaving` is the moment to ask, `leave` and `stay` are the answers. Each
 * time it is another `question`: a dialog that is still fading must not answer the next.
 */
export function useLeaveGuard(isDirty: boolean) {
  const { holdBack } = useContext(NavigationContext)
  const [asked, setAsked] = useState<Question | null>(null)
  const latest = useRef<Question | null>(null)

  useEffect(() => {
    if (!isDirty) return undefined
    return holdBack(
      () =>
        new Promise<boolean>((answer) => {
          // Who leaves again, before they have said whether they leave, stays until they are asked once more.
          latest.current?.answer(false)
          latest.current = { number: (latest.current?.number ?? 0) + 1, answer }
          setAsked(latest.current)
        }),
    )
  }, [isDirty, holdBack])

  const reply = (mayLeave: boolean) => {
    asked?.answer(mayLeave)
    setAsked(null)
  }
  return {
    isLeaving: asked !== null,
    question: asked?.number,
    leave: () => reply(true),
    stay: () => reply(false),
  }
}
