export { BackupTrouble } from './backup-trouble.ts'
export { plainName, quoted, type Table, tablesOf } from './catalogue.ts'
export { asOwner } from './connect.ts'
export { lookInto } from './every-business.ts'
export { ledgerSums } from './ledger-sums.ts'
export { loadInto } from './load-tables.ts'
export {
  type BackedUpTable,
  LedgerSums,
  MigrationsOf,
  tablePartName,
  TableOf,
  tableOfPart,
} from './manifest.ts'
export { type Backup, damaged, entriesOfArchive, isOfSecret, jsonOf, readBackup } from './read-backup.ts'
export { restoreBackup } from './restore-backup.ts'
export { openSnapshot, requireOwnSecret } from './snapshot.ts'
export { rowsOfTenant, type Some, tableEntries } from './table-entries.ts'
export { hashing, tallying } from './tally.ts'
export { type Entry, takingFrom, writeTar } from './tar.ts'
export { writeBackup } from './write-backup.ts'
export { writeWhole } from './write-file.ts'
