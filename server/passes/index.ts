export { addDrawing } from './first-images.ts'
/** @public What a pass is made of: its design, and the content of its pictures. */
export { readConfiguration } from './configuration-record.ts'
/** @public */
export { readPassImages } from './images.ts'
export { passConfigurationRoutes } from './routes.ts'
