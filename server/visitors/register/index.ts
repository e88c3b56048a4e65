export { exportVisitors } from './export.ts'
export { getVisitor, listVisitors } from './register.ts'
export { voidVisitor } from './void.ts'
