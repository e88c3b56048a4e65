import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** Stands for a part that the page can do without. */
export const Nothing = () => null

/**
 * A part whose code is fetched when it is first shown, and `waiting` until it is there; that may be made of its props.
 * `Lost` stands where it can't be fetched, until it is shown anew. React's own `lazy` holds what has arrived back for up to
 * 300 ms after any other part had to wait, and one page has several such parts.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
  Lost?: ComponentType<Props>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function Fetched(props: Props) {
    const [Part, setPart] = useState(() => known)
    const [failure, setFailure] = useState<{ reason: unknown } | null>(null)
    useEffect(() => {
      if (known) return setPart(() => known)
      load().then(
        (part) => {
          known = part
          setPart(() => part)
        },
        (reason: unknown) => (Lost ? setPart(() => Lost) : setFailure({ reason })),
      )
    }, [])
    // The nearest boundary says so, as for any other part that fails.
    if (failure) throw failure.reason
    if (Part) return <Part {...props} />
    return typeof waiting === 'function' ? waiting(props) : waiting
  }
}
