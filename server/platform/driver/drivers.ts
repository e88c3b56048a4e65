import type { Driver } from './driver.ts'
import { fastDriver } from './fast-driver.ts'
import { plainDriver } from './plain-driver.ts'

/** The drivers by the names that the setting has for them. */
export const drivers = {
  fast: fastDriver,
  plain: plainDriver,
} satisfies Record<string, Driver>

export type DriverName = keyof typeof drivers
