export { cleaned, csvReading } from './csv-reading.ts'
export { type CsvColumn, csvDownload, csvLinesDownload, guardedLine } from './csv.ts'
export { type Download, sendDownload, stampedName } from './download.ts'
export { type CellKind, type SheetColumn, xlsxDownload } from './xlsx.ts'
