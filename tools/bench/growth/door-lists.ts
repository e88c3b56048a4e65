import type pg from 'pg'
import type { Figure } from '#tools/bench/figure.ts'
import { standAtDoor, type Stood } from './at-the-door.ts'
import type { Club, Clubs } from './clubs.ts'

const rounds = 3
// What somebody at a door waits for without asking why, and what a slow line brings in two seconds.
const [mostFirstMs, mostAskedMs, mostPartBytes] = [2_000, 100, 100_000]

/** The list of a door: how soon it begins, how fast all of it is there, and what a change costs afterwards. */
export async function doorLists({ large, small, ...rest }: Clubs): Promise<Figure[]> {
  // A list of a million is so long that once is enough.
  const many = await standAtDoor(large, rest)
  const [few, copied]: [Stood[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    few.push(await standAtDoor(small, rest))
    copied.push(await copyLines(rest.owner, large))
  }
  return [...budgets(many, few), ...rates(many, few, middle(copied))]
}

const middle = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(rounds / 2)]!
const middleOf = (stood: readonly Stood[], value: (one: Stood) => number) => middle(stood.map(value))
const guestsIn = ({ parts }: Stood) => parts.reduce((sum, { Guests }) => sum + Guests, 0)
const bytesIn = (parts: Stood['parts']) => parts.reduce((sum, { Bytes }) => sum + Bytes, 0)
const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** What a door waits for, and what comes to it, however many members there are. */
function budgets({ parts, anew, firstMs, askedMs }: Stood, few: readonly Stood[]): Figure[] {
  const firstOfFew = middleOf(few, (stood) => stood.firstMs)
  const largest = Math.max(...parts.map(({ Bytes }) => Bytes))
  return [
    {
      what: `${mostFirstMs} ms / until a door has the first part of its list`,
      measured: mostFirstMs / firstMs,
      wanted: 1,
      detail: `${firstMs.toFixed(0)} ms; with 10,000 members ${firstOfFew.toFixed(0)} ms`,
    },
    {
      what: `${mostAskedMs} ms / which parts there are`,
      measured: mostAskedMs / askedMs,
      wanted: 1,
      detail: `${askedMs.toFixed(1)} ms for ${parts.length}`,
    },
    {
      what: `${inKilobytes(mostPartBytes)} / the largest part`,
      measured: mostPartBytes / largest,
      wanted: 1,
      detail: `${inKilobytes(largest)}; all of them ${(bytesIn(parts) / 1e6).toFixed(1)} MB`,
    },
    {
      what: 'The largest part / what a door fetches after a change of a name',
      measured: largest / bytesIn(anew),
      wanted: 1,
      detail: inKilobytes(bytesIn(anew)),
    },
  ]
}

/** How fast the list is made, and comes: beside what PostgreSQL alone takes, and beside a small club. */
function rates(many: Stood, few: readonly Stood[], copied: number): Figure[] {
  const made = (stood: Stood) => (guestsIn(stood) * 1000) / stood.madeMs
  const against = (what: string, wanted: number, unit: string, own: number, other: number) => ({
    what,
    measured: own / other,
    wanted,
    detail: `${own.toFixed(0)} and ${other.toFixed(0)} ${unit} a second`,
  })
  const againstFew = (what: string, unit: string, rate: (stood: Stood) => number) =>
    against(`${what}: 1,000,000 members / 10,000`, 1 / 1.5, unit, rate(many), middleOf(few, rate))
  return [
    against('A list made / COPY of the same lines', 0.5, 'members', made(many), copied),
    againstFew('A list made', 'members', made),
    againstFew('A list fetched', 'parts', ({ parts, fetchedMs }) => (parts.length * 1000) / fetchedMs),
    againstFew(
      'A list looked at anew after a change of a name',
      'members',
      (stood) => (guestsIn(stood) * 1000) / stood.lookedMs,
    ),
  ]
}

// The lines, as PostgreSQL writes them by itself. Nothing is done with them: pg lets them go.
const lines = `
  copy (
    select concat_ws(e'\\t', m.first_name || ' ' || m.last_name, coalesce(level.value, ''), m.member_id,
      keyed_code_hash('\\x00', '\\x01', code_key(m.membership_number)),
      keyed_code_hash('\\x00', '\\x01', code_key(m.card_number)), keyed_code_hash('\\x00', '\\x01', code_key(m.badge_number)),
      '=' || concat_ws('|', right(m.membership_number, 3), m.home_address ->> 'Suburb', extract(year from m.birth_date)::int))
    from member m
    left join option_list_item level
      on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
    where m.business_id = current_business() and m.deleted_at is null
      and coalesce(m.membership_number, m.card_number, m.badge_number) is not null
    order by m.member_id
  ) to stdout`

/** Members a second. */
async function copyLines(owner: pg.Client, { businessId }: Club): Promise<number> {
  await owner.query(`select set_config('app.business_id', $1, false)`, [businessId])
  const began = performance.now()
  const { rowCount } = await owner.query(lines)
  return ((rowCount ?? 0) * 1000) / (performance.now() - began)
}
