import { createContext } from 'react'

/** What had the focus when something was opened whose code was yet to come: a menu may be gone by the time it is there. */
export const OpenedFrom = createContext<Element | null>(null)
