export { getAdmission } from './admission.ts'
export { overrideScan, undoScan } from './scan-changes.ts'
export { recordScans } from './scans.ts'
