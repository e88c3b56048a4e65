import pg from 'pg'
import { plainName, type Some, rowsOfTenant, type Table } from '#server/backup/archive'

/** The tables of a business's rows that stay behind, and why. All others go along, the next one without a line here. */
export const staysBehind: Readonly<Record<string, string>> = {
  'public.door_list': 'Its codes are hashed with keys of the installation: the doors ask for new ones.',
  'public.door_list_part': 'A part of such a list.',
  'public.support_visit': 'It is of a session of a super administrator there.',
}

const users = (businessId: string) =>
  `select u.uid from business_user u where u.business_id = ${pg.escapeLiteral(businessId)}`

/** The tables without a business in their rows of which some go along: those of its users. */
const ofUsers: Readonly<Record<string, (businessId: string) => string>> = {
  'identity.account': (id) => `uid in (${users(id)})`,
  'identity.factor': (id) => `uid in (${users(id)})`,
  'identity.recovery_code': (id) => `uid in (${users(id)})`,
  'identity.ticket': (id) => `uid in (${users(id)})`,
  // What everybody knows the password of is closed there, too, where the demo is off.
  'public.demo_access': (id) =>
    `id in (${users(id)}) or id in (select k.api_key_id from api_key k where k.business_id = ${pg.escapeLiteral(id)})`,
}

/** Those of which nothing goes along, and why. */
export const ofInstallation: Readonly<Record<string, string>> = {
  'graphile_worker._private_job_queues': 'The queue makes them.',
  'graphile_worker._private_jobs': 'Those of the business go along as jobs that rest.',
  'graphile_worker._private_known_crontabs': "The installation's own.",
  'graphile_worker._private_tasks': 'The queue makes them.',
  'identity.attempt': 'It is forgotten within hours.',
  'identity.challenge': 'It is of a browser that is signing in there.',
  'identity.email_change': 'Its link leads there, for an hour.',
  'identity.microsoft_flow': 'It is of a browser that is signing in there.',
  'identity.pending_link': 'It is of a browser that is signing in there.',
  'identity.refused_entry': 'It is forgotten within hours.',
  'identity.session': 'It is of a cookie of that address: people sign in again.',
  'identity.signing_key': "The installation's own.",
  'public.attempt': 'It is forgotten within hours.',
  'public.claim_attempt': 'It is forgotten within hours.',
  'public.demo_step': "The installation's own.",
  'public.erased_business': "The installation's own.",
  'public.migration': 'Both have to have the same.',
  'public.register_entry': "The installation's own.",
  'public.relation_size': 'It is of all businesses there.',
  'public.secret_check': "The installation's own.",
  'public.super_administrator': "The installation's own.",
  'public.wallet_keys': "The installation's own: other businesses' passes are made with them.",
}

type Going = { readonly table: Table; readonly some: Some }

/** What of which table goes along, in the order in which it can go in. */
export async function whatGoes(
  client: pg.Client,
  tables: readonly Table[],
  businessId: string,
): Promise<Going[]> {
  const known = new Map(tables.map((table) => [plainName(table), table]))
  const { rows } = await client.query<{ name: string }>(
    `select 'public.' || name as name from business_tables() order by place desc, name`,
  )
  const own = rows
    .filter(({ name }) => !(name in staysBehind))
    .map(({ name }) => ({ table: known.get(name)!, some: rowsOfTenant(businessId) }))
  const people = Object.entries(ofUsers).map(([name, where]) => ({
    table: known.get(name)!,
    some: { businessId, where: where(businessId) },
  }))
  // What is said of the demo's keys comes after these.
  return [...people.slice(0, -1), ...own, ...people.slice(-1)]
}

/** The tables of its users' accounts. */
export const usersTables: readonly string[] = Object.keys(ofUsers)
