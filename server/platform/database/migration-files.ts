import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type ConcurrentIndex, concurrentIndexes } from './concurrent-indexes.ts'

const ownMigrations = new URL('../../migrations/', import.meta.url)

// Two once had the number 20. Databases know the second one by that name, so that every version finds it applied.
const recordedNames = new Map([['0031-till.sql', '0020-till.sql']])

// What a release has applied under the same name, and came to the same in the end: in 1.1.0 it built the index, too, that 0101
// finds there or builds since (decision 0159).
const releasedOtherwise = new Map([
  ['0100-refunds-of-reloads-by-hand.sql', '0882ba48c617247dab2c29885cfa1e1ffe958549392350b0a69da2b2c514f1c5'],
])

export type MigrationFile = {
  readonly name: string
  /** What the database knows it by, for ever. */
  readonly recordedName: string
  readonly sql: string
  /** Of what it says, whichever way its lines end: some tools change that on checking out. */
  readonly checksum: string
  /** What it builds while others write, outside a transaction; null for a migration as most are. */
  readonly indexes: readonly ConcurrentIndex[] | null
}

/** The migrations this version has, in their order. */
export function migrationFiles(folder = ownMigrations): MigrationFile[] {
  return migrationNames(folder).map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8').replaceAll(/\r\n?/g, '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const indexes = concurrentIndexes(name, sql)
    return { name, recordedName: recordedNames.get(name) ?? name, sql, checksum, indexes }
  })
}

/** True if what was applied, or is in a backup, is what the file says, or as good; also where nobody wrote down what it was. */
export function isAsApplied(
  { recordedName, checksum }: Pick<MigrationFile, 'recordedName' | 'checksum'>,
  applied: string | null,
): boolean {
  return applied === null || applied === checksum || applied === releasedOtherwise.get(recordedName)
}

/** Their names alone. */
export function migrationNames(folder = ownMigrations): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

/** What databases know them by, with what each of them says. */
export function recordedMigrations(): ReadonlyMap<string, string> {
  return new Map(migrationFiles().map(({ recordedName, checksum }) => [recordedName, checksum]))
}

/**
 * What a migration says after it has filled something: call pg_temp.must_be_none('A member has no level.', $$ select from member
 * where level is null $$). It is asked in every business, as row-level security would show an owner who is nobody special no
 * row at all, and all would seem well; what it finds anywhere undoes the migration.
 */
export const mustBeNone = `
create or replace procedure pg_temp.must_be_none(sentence text, query text) language plpgsql as $body$
declare
  businesses text[];
  business text;
  is_left boolean;
begin
  perform set_config('app.business_id', '*', true);
  businesses := array(select business_id from public.business);
  foreach business in array businesses loop
    perform set_config('app.business_id', business, true);
    execute format('select exists (%s)', query) into is_left;
    if is_left then
      raise exception '% That is so in %.', sentence, business using errcode = 'HM001';
    end if;
  end loop;
  perform set_config('app.business_id', '', true);
end $body$`
