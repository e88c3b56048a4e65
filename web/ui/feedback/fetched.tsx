import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** Stands for a part that the page can do without. */
export const Nothing = () => null

export const lostSentence = 'This could not be loaded. Try again, or load the page anew.'

type Loading<Props> = () => Promise<ComponentType<Props>>
type Waiting<Props> = ReactNode | ((props: Props) => ReactNode)
/** What stands in the place of a part gets what the part would, and the way to try again. */
type InItsPlace<Props> = ComponentType<Props & { onRetry: () => void }>

/**
 * A part whose code is fetched when it is first shown, and `waiting` until it is there; that may be made of its props.
 * `Lost` stands where it can't be fetched: an old tab after a release, or one that wakes before its network does. React's
 * own `lazy` holds what has arrived back for up to 300 ms after any other part had to wait, and one page has several such
 * parts.
 */
export function fetched<Props extends object>(
  load: Loading<Props>,
  waiting: Waiting<Props>,
  Lost: InItsPlace<Props>,
): ComponentType<Props> {
  return fetchedOr(load, waiting, Lost)
}

/** The same for what is all of a page. Where it can't be fetched the nearest boundary says so, as of any page that fails. */
export function fetchedPage<Props extends object>(
  load: Loading<Props>,
  waiting: Waiting<Props> = null,
): ComponentType<Props> {
  return fetchedOr(load, waiting, null)
}

function fetchedOr<Props extends object>(
  load: Loading<Props>,
  waiting: Waiting<Props>,
  Lost: InItsPlace<Props> | null,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function Fetched(props: Props) {
    const [Part, setPart] = useState(() => known)
    const [failure, setFailure] = useState<{ reason: unknown } | null>(null)
    const fetchPart = () => {
      setFailure(null)
      load().then(
        (part) => {
          known = part
          setPart(() => part)
        },
        (reason: unknown) => setFailure({ reason }),
      )
    }
    useEffect(() => {
      if (known) setPart(() => known)
      else fetchPart()
    }, [])
    if (Part) return <Part {...props} />
    if (failure && Lost) return <Lost {...props} onRetry={fetchPart} />
    if (failure) throw failure.reason
    return typeof waiting === 'function' ? waiting(props) : waiting
  }
}
