export { startEmbeddedPostgres } from './embedded-postgres.ts'
export { findPostgres, findRunner } from './postgres-program.ts'
export { joinEmbeddedPostgres } from './join-postgres.ts'
