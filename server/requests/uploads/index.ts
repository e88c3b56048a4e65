export { addRequestFile, filesOf, forgetFiles, getRequestFile } from './request-files.ts'
