export { checkMemberImport } from './import-check.ts'
export { exportRefusedRows, listMemberImportRows } from './import-rows.ts'
export { runMemberImport } from './import-run.ts'
export { memberImportSchedule, memberImportTasks } from './import-tasks.ts'
export {
  addMemberImportPart,
  cancelMemberImport,
  createMemberImport,
  finishedImports,
  getMemberImport,
  listMemberImports,
} from './imports.ts'
