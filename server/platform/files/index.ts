export { deleteFile, fileRoutes, fileUrl, saveFile } from './files.ts'
export { type Picture, readExactPicture, readPhoto, readPicture } from './pictures.ts'
export { shownColumns, type TableColumn, tableFile } from './table-file.ts'
