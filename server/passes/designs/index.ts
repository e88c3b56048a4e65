export { readConfiguration } from './configuration-record.ts'
export {
  createPassConfiguration,
  duplicatePassConfiguration,
  getPassConfiguration,
  listPassConfigurations,
  updatePassConfiguration,
} from './configurations.ts'
export { addDrawing } from './first-images.ts'
export { getPassImage, readPassImages, removePassImage, setPassImage } from './images.ts'
export { onPhones } from './on-phones.ts'
export { getPassReach } from './reach.ts'
export {
  deletePassConfiguration,
  type GivenOutBy,
  requireInUse,
  restorePassConfiguration,
  retirePassConfiguration,
} from './retiring.ts'
export { listLongestPassValues, listPassTokens } from './tokens.ts'
