import type { Driver, Settings } from './driver.ts'
import { fastDriver, sharedFastDriver } from './fast-driver.ts'
import { plainDriver, sharedPlainDriver } from './plain-driver.ts'

/** The drivers by the names that the setting has for them. */
export const drivers = {
  fast: fastDriver,
  plain: plainDriver,
} satisfies Record<string, Driver>

export type DriverName = keyof typeof drivers

/** Those for connections that are somebody else's between two transactions: what is to hold in each is given. */
export const sharedDrivers: Readonly<Record<DriverName, (within: Settings) => Driver>> = {
  fast: sharedFastDriver,
  plain: sharedPlainDriver,
}
