import sql from 'sql-template-tag'
import type { ApiKey, apiKeysApi } from '#contract/access/api-keys.ts'
import { announceAccessChange, type Remembered, nobody, type TillPlace, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Database, Queries } from '#platform/database'
import { requireQuota } from '#platform/limits'
import { conflict, notFound, notSignedIn } from '#platform/refusals'
import { hashOf, newSecret } from '#platform/secrets'
import { isOpenVenue, requireOpenVenue } from '#server/business'

const selectKeys = sql`
  select k.api_key_id as "ApiKeyId", k.name as "Name", k.venue_no as "VenueNo", v.display_name as "VenueName",
    k.ending as "Ending", k.created_at as "CreatedDate", k.created_by as "CreatedByUser",
    k.last_used_at as "LastUsedDate", k.revoked_at as "RevokedDate"
  from api_key k join venue v on v.business_id = k.business_id and v.venue_no = k.venue_no`

/** The API keys of the business: those that work, newest first, then the revoked. */
export async function listApiKeys(call: Call<typeof apiKeysApi.listApiKeys>) {
  const Results = await call.db.rows<ApiKey>(sql`
    ${selectKeys} where k.business_id = ${call.db.businessId}
    order by k.revoked_at is not null, k.created_at desc, k.api_key_id`)
  return { Results }
}

/** Makes a key for the tills of a venue. Its secret is in this answer and nowhere else. */
export async function createApiKey(call: Call<typeof apiKeysApi.createApiKey>) {
  const { db, body, who } = call
  const missing = `There is no venue ${body.VenueNo} in this business.`
  await requireOpenVenue(db, body.VenueNo, { field: 'VenueNo', missing })
  await requireQuota(db, 'apiKeys', sql`select from api_key where business_id = ${db.businessId}`)
  const secret = `${keyPrefix}${newSecret()}`
  const { id } = await db.one<{ id: string }>(sql`
    insert into api_key (business_id, name, venue_no, secret_hash, ending, created_by)
    values (${db.businessId}, ${body.Name}, ${body.VenueNo}, ${hashOf(secret)}, ${secret.slice(-4)}, ${who.name})
    returning api_key_id as id`)
  const key = await readKey(db, id)
  call.audit({
    record: apiKeyRecord(key),
    after: { Name: key.Name, Venue: key.VenueName, Ending: key.Ending },
  })
  return { ApiKey: key, Secret: secret }
}

/** Shuts a key out for good, from the next call on. */
export async function revokeApiKey(call: Call<typeof apiKeysApi.revokeApiKey>): Promise<ApiKey> {
  const { db, params } = call
  const isRevoked = await db.run(sql`
    update api_key set revoked_at = now()
    where business_id = ${db.businessId} and api_key_id = ${params.apiKeyId} and revoked_at is null`)
  const key = await readKey(db, params.apiKeyId)
  if (!isRevoked) throw conflict('key_revoked', 'This API key has been revoked already.')
  await announceAccessChange(db, key.ApiKeyId)
  call.audit({ record: apiKeyRecord(key), before: { Revoked: false }, after: { Revoked: true } })
  return key
}

const keyPrefix = 'hub_'
const keyShape = /^hub_[\w-]{20,64}$/

/** True for the secret of an API key, which stands where the token of a user would. */
export function isApiKey(token: string): boolean {
  return token.startsWith(keyPrefix)
}

/** Who calls with an API key: a till of a venue, in the name of its key. */
export function whoIsTill(
  secret: string,
  businessId: string | undefined,
  database: Database,
  remembered: Remembered<Who>,
): Promise<Who> {
  return remembered.get(`${businessId}/${secret}`, async () => {
    const isOne = businessId !== undefined && keyShape.test(secret)
    const till = isOne ? await findApiKey(database.forTenant(businessId), secret) : null
    if (!till || businessId === undefined) throw notSignedIn('This API key does not work here.')
    const { apiKeyId, name, ...place } = till
    const who: Who = { ...nobody, uid: `till/${apiKeyId}`, name, businessId, till: place }
    return { value: who, about: [apiKeyId, businessId] }
  })
}

type Till = TillPlace & { readonly apiKeyId: string; readonly name: string }

/**
 * The till that a secret belongs to; null if it was never made, is revoked, or its venue is deleted.
 * Notes that it was used, to the minute: a till in a busy bar must not write at every call.
 */
export async function findApiKey(db: Queries, secret: string): Promise<Till | null> {
  const found = await db.maybe<Till & { isNoted: boolean }>(sql`
    select k.api_key_id as "apiKeyId", k.name, k.venue_no as "venueNo", v.display_name as "venueName",
      v.maximum_hold_seconds as "longestHoldSeconds", not ${isOpenVenue} as "isClosed",
      coalesce(k.last_used_at > now() - interval '1 minute', false) as "isNoted"
    from api_key k join venue v on v.business_id = k.business_id and v.venue_no = k.venue_no
    where k.business_id = ${db.businessId} and k.secret_hash = ${hashOf(secret)}
      and k.revoked_at is null and v.deleted_at is null`)
  if (!found) return null
  const { isNoted, ...till } = found
  if (!isNoted)
    await db.run(sql`
      update api_key set last_used_at = now()
      where business_id = ${db.businessId} and api_key_id = ${till.apiKeyId}`)
  return till
}

async function readKey(db: Queries, apiKeyId: string): Promise<ApiKey> {
  const key = await db.maybe<ApiKey>(sql`
    ${selectKeys} where k.business_id = ${db.businessId} and k.api_key_id = ${apiKeyId}`)
  if (!key) throw notFound('The API key')
  return key
}

function apiKeyRecord({ ApiKeyId, Name }: ApiKey) {
  return { kind: 'API key', id: ApiKeyId, name: Name }
}
