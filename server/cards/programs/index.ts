export { removeCardArt, setCardArt } from './card-art.ts'
export { readCardPrograms, readReloadLimits } from './card-program-record.ts'
export {
  cardProgramsOnOffer,
  createCardProgram,
  listCardPrograms,
  retireCardProgram,
  updateCardProgram,
} from './card-programs.ts'
