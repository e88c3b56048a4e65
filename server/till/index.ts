export { tillRoutes } from './routes.ts'
