export { googleOrigin, type Surroundings, surroundingsOf } from './surroundings.ts'
