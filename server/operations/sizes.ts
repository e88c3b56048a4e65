import sql from 'sql-template-tag'
import type { RetentionKind } from '#contract/business/retention-words.ts'
import type { TableSize, TableState } from '#contract/jobs/growth.ts'
import type { Queries } from '#platform/database'

// Smaller ones are nobody's trouble.
const leastBytes = 1024 * 1024
// What is to be called bloated has to be worth the work, and how much a row takes is known of many alone.
const leastSpare = 64 * 1024 * 1024
const leastRows = 10_000
const keptDays = 400

/**
 * Our tables and their indexes, as they are now; the parts of one that is cut by month are told as the one they are. Sizes are
 * nobody's secret: the server's role may ask for all of them. Where a table was empty when its rows were last counted, or they
 * never were, what was written since tells how many there are.
 */
const relations = sql`
  select t.oid as table_oid, is_index,
    case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as name,
    case when n.nspname = 'public' then '' else n.nspname || '.' end || coalesce(whole.relname, t.relname) as table_name,
    case when is_index then pg_relation_size(c.oid) else pg_table_size(c.oid) end as bytes,
    case when t.reltuples > 0 then c.reltuples else coalesce(nullif(pg_stat_get_live_tuples(t.oid), 0), c.reltuples) end as rows,
    whole.oid is not null as is_part
  from pg_namespace n
  join pg_class t on t.relnamespace = n.oid and t.relkind in ('r', 'm')
  left join pg_inherits cut on cut.inhrelid = t.oid and t.relispartition
  left join pg_class whole on whole.oid = cut.inhparent
  cross join lateral (
    select t.oid, false union all select indexrelid, true from pg_index where indrelid = t.oid) part (oid, is_index)
  join pg_class c on c.oid = part.oid
  where n.nspname in ('public', 'identity', 'graphile_worker')`

/** Keeps the sizes of now, and forgets those of more than a year ago. */
export async function measureSizes(db: Queries): Promise<void> {
  await db.run(sql`
    insert into relation_size (relation, bytes, rows)
    select name, bytes, rows::bigint from (${relations}) r where bytes >= ${leastBytes} and rows >= 0
    on conflict do nothing`)
  await db.run(sql`delete from relation_size where measured_at < now() - make_interval(days => ${keptDays})`)
}

type Row = {
  readonly name: string
  readonly rows: number | null
  readonly bytes: number
  readonly indexBytes: number
  readonly spare: number
  readonly dead: number
  readonly live: number
  readonly grown: number | null
}

/**
 * What each table takes, the largest first. How little a row ever took, in a table or an index, is what it should take:
 * beyond that is room that PostgreSQL holds on to.
 */
export async function tableSizes(db: Queries): Promise<TableSize[]> {
  const rows = await db.rows<Row>(sql`
    with now_there as materialized (${relations}),
    leanest as (
      select relation, min(bytes::float8 / rows) as per_row from relation_size where rows >= ${leastRows} group by 1),
    before as (
      select distinct on (relation) relation, bytes, extract(epoch from now() - measured_at) / 86400 as days
      from relation_size where measured_at between now() - interval '31 days' and now() - interval '7 days'
      order by relation, measured_at),
    each as (
      -- A part that there wasn't took nothing then: what is growing is always the newest.
      select r.*, coalesce(b.bytes, case when is_part then 0 end) as bytes_before,
        coalesce(b.days, case when is_part then max(b.days) over (partition by r.table_name) end) as days,
        case when r.rows >= 0 then greatest(0, r.bytes - r.rows * l.per_row) end as spare
      from now_there r left join leanest l on l.relation = r.name left join before b on b.relation = r.name)
    select e.table_name as name, sum(rows) filter (where not is_index and rows >= 0)::float8 as rows,
      sum(bytes) filter (where not is_index)::float8 as bytes, coalesce(sum(bytes) filter (where is_index), 0)::float8 as "indexBytes",
      coalesce(sum(spare) filter (where spare >= ${leastSpare} and spare * 2 >= e.bytes), 0)::float8 as spare,
      coalesce(sum(s.n_dead_tup), 0)::float8 as dead, coalesce(sum(s.n_live_tup), 0)::float8 as live,
      sum((e.bytes - bytes_before) * 30 / days)::float8 as grown
    from each e left join pg_stat_all_tables s on s.relid = e.table_oid and not is_index
    group by e.table_name order by sum(e.bytes) desc, 1`)
  return rows.map(tableSizeOf)
}

function tableSizeOf({ name, rows, bytes, indexBytes, spare, dead, live, grown }: Row): TableSize {
  return {
    Name: name,
    Rows: rows,
    Bytes: bytes,
    IndexBytes: indexBytes,
    BytesAMonth: grown === null ? null : Math.round(grown),
    DeadRows: dead,
    SpareBytes: Math.round(spare),
    State: stateOf(spare, dead, live),
    FallsAwayAs: kindsOf[name] ?? [],
  }
}

// PostgreSQL clears up by itself at a fifth: beyond two it doesn't keep up, or something holds it off.
function stateOf(spare: number, dead: number, live: number): TableState {
  if (dead > 50_000 && dead > live * 0.4) return 'Unvacuumed'
  return spare > 0 ? 'Bloated' : 'Well'
}

/** By which kinds of retention the rows of a table fall away. */
const kindsOf: Readonly<Record<string, RetentionKind[]>> = {
  outbox_message: ['MessageTexts', 'Messages'],
  pass_invitation_recipient: ['Messages'],
  audit_entry: ['AuditTrail'],
  member_change: ['MemberChanges'],
  card_change: ['CardChanges'],
  event_scan: ['EventScans'],
  visitor_entry: ['Visitors'],
  request_file: ['RequestFiles'],
}
