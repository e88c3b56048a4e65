export { ConnectionLost, isConnectionLoss } from './connection-loss.ts'
export type { CopyFlow, CopyReader, Driver, PlanFor, Session, Terms } from './driver.ts'
export { type DriverName, drivers, sharedDrivers } from './drivers.ts'
export { firstCause, UnreadableFile, whyUnreachable } from './why-unreachable.ts'
