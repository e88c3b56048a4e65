export { beginMonths } from './begin-months.ts'
export { cutByMonth } from './cut-by-month.ts'
export { otherVersions } from './other-versions.ts'
export { type TableOfMonths, tablesOfMonths } from './months-of-tables.ts'
