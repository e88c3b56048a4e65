import type pg from 'pg'
import { appRole } from './pool.ts'

/** What has to be done before Hub can work in this database, in a sentence; nothing if it can. */
export async function whyNotHere(client: pg.ClientBase): Promise<string | null> {
  return (await whyNotEncoded(client)) ?? (await whyNoRole(client))
}

/** Names are cut, compared and searched for by their letters: elsewhere those are bytes, or some of them can't be kept. */
export async function whyNotEncoded(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    `select current_database() as name, current_setting('server_encoding') as encoding`,
  )
  const { name, encoding } = rows[0]!
  if (encoding === 'UTF8') return null
  return `The database ${name} is encoded in ${encoding}, and Hub needs UTF8. As a superuser make another: create database … owner … encoding 'UTF8' template template0;`
}

/** The server works as a role that only some may make, and be. */
export async function whyNoRole(client: pg.ClientBase, role = appRole): Promise<string | null> {
  const { rows } = await client.query<{
    owner: string
    isMember: boolean | null
    mayCreate: boolean
    mayJoin: boolean
  }>(
    `select current_user as owner, rolsuper or rolcreaterole as "mayCreate",
       -- The first migration does, where PostgreSQL lets whoever makes roles join those of others.
       rolsuper or rolcreaterole and current_setting('server_version_num')::int < 160000 as "mayJoin",
       (select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = $1) as "isMember"
     from pg_roles where rolname = current_user`,
    [role],
  )
  const { owner, isMember, mayCreate, mayJoin } = rows[0]!
  if (isMember ?? mayCreate) return null
  if (isMember === false && mayJoin) return null
  return isMember === null
    ? `There is no role ${role}, and ${owner} may not create it. As a superuser: create role ${role} nologin; grant ${role} to ${owner};`
    : `${owner} may not work as ${role}. As a superuser: grant ${role} to ${owner};`
}
