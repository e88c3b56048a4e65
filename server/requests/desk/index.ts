export { applyAtDesk, renewAtDesk } from './at-desk.ts'
