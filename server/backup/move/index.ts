export { exportBusinessFile } from './export.ts'
export { type Imported, importBusiness } from './import.ts'
export type { MoveManifest } from './manifest.ts'
