import { createContext, use } from 'react'
import type { ConsoleSettings } from '#contract/access/session.ts'

/** Filled before anything else is shown. */
export const SettingsContext = createContext<ConsoleSettings | null>(null)

/** The settings of this installation: its brand, whether Microsoft sign-in is set up, where products live. */
export function useSettings(): ConsoleSettings {
  const settings = use(SettingsContext)
  if (!settings) throw new Error('useSettings needs the settings to be loaded')
  return settings
}
