export { listEntries, saveEntry, switchEntryOn } from './entries.ts'
