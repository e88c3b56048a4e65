import { createContext, use } from 'react'

/** The zone in which instants are shown, unless a part is told another; without one it is the viewer's. */
export const ZoneContext = createContext<string | undefined>(undefined)

/** The zone in which instants are shown here. */
export function useZone(): string | undefined {
  return use(ZoneContext)
}
