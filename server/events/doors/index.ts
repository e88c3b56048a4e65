export { closedDoor, closedSomewhere, requireOpenDoor } from './closed-door.ts'
export { type CodeReader, noOtherCodes } from './code-reader.ts'
export {
  closedRefusal,
  createDoorEvents,
  type DoorEvent,
  type DoorEvents,
  isToBeHeld,
  readOpenEvent,
  readPublishedEvent,
  unlessSuspended,
} from './door-event.ts'
export { createDoorKit, isDoorKit, listDoorKits, revokeDoorKit, whoIsDoorKit } from './door-kits.ts'
export { getDoorList, getDoorListPart } from './door-list.ts'
export { getDoorOwner } from './door-owner.ts'
export { getDoorPhoto } from './door-photo.ts'
export { getDoor, getDoorKey, getDoorSnapshot } from './door.ts'
export { doorListSchedule, doorListTasks } from './make-door-list.ts'
export { countsAt, isInBy } from './is-in.ts'
export {
  firstMoment,
  type Held,
  type Occasion,
  occasionAt,
  occasionNow,
  occasionsBeside,
  type OccasionsOn,
  occasionsNow,
  type Refused,
  visitAt,
  visitsNow,
  type VisitsOn,
} from './occasions.ts'
