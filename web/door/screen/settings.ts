import { useState } from 'react'
import { z } from 'zod'

/** After how many seconds a result clears itself; null: with the next scan. */
export const clearingTimes = [2, 4, 8, null] as const

const Settings = z.object({
  clearsAfter: z.union([z.literal(2), z.literal(4), z.literal(8), z.null()]).catch(4),
  hasSound: z.boolean().catch(true),
  hasVibration: z.boolean().catch(true),
  hasFlash: z.boolean().catch(true),
})
export type Settings = z.output<typeof Settings>

const name = 'door-settings'

/** How this device is set, whichever door it is at. */
export function useDeviceSettings(): [Settings, (patch: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(readSettings)
  function set(patch: Partial<Settings>) {
    const next = { ...settings, ...patch }
    localStorage.setItem(name, JSON.stringify(next))
    setSettings(next)
  }
  return [settings, set]
}

function readSettings(): Settings {
  try {
    return Settings.parse(JSON.parse(localStorage.getItem(name) ?? '{}'))
  } catch {
    return Settings.parse({})
  }
}
