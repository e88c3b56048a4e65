export { countPeople } from './people.ts'
export { getDoorNow } from './door-now.ts'
export { listWhoIsIn } from './who-is-in.ts'
export { countVisitors, type VisitorsIn } from './visitors.ts'
