export { type CodeReader, noOtherCodes } from './code-reader.ts'
export { createDoorEvents, type DoorEvent, type DoorEvents, doorRefusal } from './door-event.ts'
export { createDoorKit, isDoorKit, listDoorKits, revokeDoorKit, whoIsDoorKit } from './door-kits.ts'
export { getDoor, getDoorKey, getDoorSnapshot } from './door.ts'
