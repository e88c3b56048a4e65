export { callerPath } from './caller-path.ts'
export { type Command, CommandTrouble, type Given, WrongUse } from './command.ts'
export { sentenceOf } from './sentences.ts'
export { withDatabase } from './with-database.ts'
