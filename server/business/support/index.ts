export { supportAccessRoutes } from './support-access.ts'
