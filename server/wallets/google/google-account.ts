import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Settings, SettingsError } from '#platform/settings'

/** Who signs for Google Wallet. */
export type GoogleAccount = {
  readonly issuerId: string
  readonly email: string
  /** RSA, as PEM. */
  readonly key: string
  readonly keyId?: string | undefined
}

/** An account that Google knows, and where its interface is. */
export type GoogleService = GoogleAccount & { readonly url: string; readonly tokenUrl: string }

const ServiceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})

/** Reads the service account that the settings name; a wrong file is said in a sentence. */
export function googleServiceOf(settings: NonNullable<Settings['googleWallet']>): GoogleService {
  const account = accountIn(settings.serviceAccountFile)
  return {
    url: settings.url,
    issuerId: settings.issuerId,
    email: account.client_email,
    key: account.private_key,
    keyId: account.private_key_id,
    tokenUrl: account.token_uri,
  }
}

function accountIn(file: string) {
  try {
    const account = ServiceAccount.parse(JSON.parse(readFileSync(file, 'utf8')))
    createPrivateKey(account.private_key)
    return account
  } catch {
    throw new SettingsError(
      `The file ${file} of HUB_GOOGLE_WALLET_SERVICE_ACCOUNT is no key file of a Google service account.`,
    )
  }
}
