export { getAdmission } from './admission.ts'
export { isFull } from './places.ts'
export { admitScan, overrideScan, undoScan } from './scan-changes.ts'
export { recordScans } from './scans.ts'
