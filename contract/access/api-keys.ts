import { z } from 'zod'
import { endpoint, superAdministrator } from '#contract/endpoint.ts'

const path = '/api/cherrypay/v1/{businessId}/api-keys'

/** A till's key. Its secret is shown once, when it is made, and kept hashed. */
export const ApiKey = z.object({
  ApiKeyId: z.string(),
  Name: z.string(),
  VenueNo: z.string(),
  VenueName: z.string(),
  /** The last characters of the secret, to tell keys apart. */
  Ending: z.string(),
  CreatedDate: z.iso.datetime(),
  CreatedByUser: z.string(),
  LastUsedDate: z.iso.datetime().nullable(),
  RevokedDate: z.iso.datetime().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.object({
  Name: z.string().trim().min(1, 'Name is required.').max(60, 'The name can have 60 characters at the most.'),
  VenueNo: z.string().min(1, 'Venue is required.'),
})

export const apiKeysApi = {
  listApiKeys: endpoint({
    method: 'GET',
    path,
    title: 'API keys of the business',
    access: superAdministrator,
    shows: ['apiKey'],
    output: z.object({ Results: z.array(ApiKey) }),
  }),
  createApiKey: endpoint({
    method: 'POST',
    path,
    title: 'Create an API key',
    access: superAdministrator,
    changes: ['apiKey'],
    asksAgain: 'a key is made',
    body: NewApiKey,
    answersOnce: true,
    output: z.object({ ApiKey, Secret: z.string() }),
  }),
  revokeApiKey: endpoint({
    method: 'DELETE',
    path: `${path}/{apiKeyId}`,
    title: 'Revoke an API key',
    access: superAdministrator,
    changes: ['apiKey'],
    output: ApiKey,
  }),
}
