export { cardProgramsOnOffer } from './card-programs.ts'
export { cardProgramRoutes } from './routes.ts'
