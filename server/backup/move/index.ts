export { exportBusiness } from './export.ts'
export { type Imported, importBusiness } from './import.ts'
