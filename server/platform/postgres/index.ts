export { startEmbeddedPostgres } from './embedded-postgres.ts'
export { joinEmbeddedPostgres } from './join-postgres.ts'
