export { australianBusinessRegister } from './australian-business-register.ts'
export { fillLocalRegister, localRegister, madeUpEntries } from './local-register.ts'
export { lookupAbn } from './lookup.ts'
