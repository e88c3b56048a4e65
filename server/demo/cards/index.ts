export { seedCardPrograms } from './card-programs.ts'
export { seedCards } from './money.ts'
