export { startEmbeddedPostgres } from './embedded-postgres.ts'
export { hasCluster, majorOf, upgradedOf } from './postgres-folder.ts'
export { findPostgres, findPostgresIn, findRunner, ownMajor, type Programs } from './postgres-program.ts'
export { joinEmbeddedPostgres } from './join-postgres.ts'
