import { expect, test } from 'vitest'
import { migrationFiles, migrationNames } from './migration-files.ts'

test('every migration has a number of its own, and none is left out', () => {
  const numbers = migrationNames().map((name) => /^\d{4}(?=-[a-z0-9-]+\.sql$)/.exec(name)?.[0])
  // Of two branches that took the same number, the one that is merged later takes the next.
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
})

test('no two are recorded under one name', () => {
  const recorded = migrationFiles().map((file) => file.recordedName)
  expect(new Set(recorded).size).toBe(recorded.length)
})

// What was applied before the rule stays as it is.
const lastOfBefore = '0101-refunds-that-wait.sql'

test('what fills rows asks afterwards whether any was left', () => {
  const later = migrationFiles().filter(({ name }) => name > lastOfBefore)
  expect(later.filter(({ sql }) => leavesUnasked(sql)).map(({ name }) => name)).toEqual([])
})

const fills =
  /^(call\s+for_each_business\b|update\s|insert\s+into\s.*\bselect\b|(with|do)\s.*\b(update|insert)\s)/is

/** True for a migration that fills rows and doesn't ask afterwards whether any was left. */
function leavesUnasked(sql: string): boolean {
  // What a function does it does later; a statement for all businesses is carried out now.
  const now = sql.replaceAll(/--.*$/gm, '').replaceAll(/\bas\s+(\$\w*\$)[\s\S]*?\1/g, '')
  const statements = now.split(';').map((statement) => statement.trim())
  const last = statements.findLastIndex((statement) => fills.test(statement))
  const isAsked = statements.slice(last).some((each) => each.startsWith('call pg_temp.must_be_none('))
  return last !== -1 && !isAsked
}

const all = 'call for_each_business($$ update venue set a = 1 where business_id = $1 $$);'
const asks = `call pg_temp.must_be_none('A venue has no a.', $$ select from venue where a is null $$);`
test.each([
  ['a fill of all businesses', all, true],
  ['one that asks', `${all}\n${asks}`, false],
  ['one that asks before', `${asks}\n${all}`, true],
  ['one that asks between two', `${all}\n${asks}\n${all}`, true],
  ['an update', 'alter table venue add a integer;\nUPDATE venue SET a = 1;', true],
  ['rows made of others', 'insert into one (a)\n  select a from other;', true],
  ['rows made on the way', 'with made as (select 1)\nupdate venue set a = 1 from made;', true],
  ['a block', 'do $$ begin\n  update venue set a = 1; end $$;', true],
  ['rows that it spells out', `insert into one (a) values ('b');`, false],
  ['what a function will do', 'create function f() returns void as $$\nupdate venue set a = 1; $$;', false],
  ['what a comment says', '-- for_each_business() is for what fills', false],
  ['a trigger', 'create trigger t after insert or\n  update on venue execute function f();', false],
])('%s', (_, sql, isUnasked) => {
  expect(leavesUnasked(sql)).toBe(isUnasked)
})
