import startTestPostgres from '#tests/postgres.ts'

export default startTestPostgres
