export { removeCardArt, setCardArt } from './card-art.ts'
export { readCardPrograms, readReloadRules } from './card-program-record.ts'
export {
  cardProgramsOnOffer,
  createCardProgram,
  listCardPrograms,
  retireCardProgram,
  updateCardProgram,
} from './card-programs.ts'
