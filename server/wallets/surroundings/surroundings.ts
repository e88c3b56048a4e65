import type { Database } from '#platform/database'
import type { Settings } from '#platform/settings'
import {
  type GoogleAccount,
  googleServiceOf,
  type GoogleApi,
  googleApi,
  type GoogleOrigin,
} from '#server/wallets/google'
import {
  type AppleCertificates,
  certificatesOfSettings,
  described,
  kept,
  makeLocalChain,
  newKeys,
  devicePassTokens,
  createSigningPool,
  type SigningPool,
  vaultOfKeys,
} from '#server/wallets/signing'

/** What the wallets have to know of the installation. */
export type Surroundings = {
  readonly database: Database
  readonly publicUrl: () => string
  readonly pool: SigningPool
  /** What Apple's passes are signed with: the settings', or what the installation has made for itself. */
  readonly certificates: () => Promise<AppleCertificates>
  /** The settings' alone. */
  readonly trustedCertificates: AppleCertificates | undefined
  /** Where devices are told of changes; none without a certificate that Apple knows. */
  readonly pushUrl: string | undefined
  /** Who signs for Google. */
  readonly googleAccount: () => Promise<GoogleAccount>
  /** Null where no service account is set up. */
  readonly google: GoogleApi | null
  /** What a device shows to be let in to the pass with this serial. */
  tokenOf(serial: string): Promise<string>
}

export type WalletOptions = Pick<Surroundings, 'database' | 'publicUrl'> & {
  readonly settings: Settings
  readonly secret: string
}

const localPassType = 'pass.local.hub'
const localTeam = 'LOCALTEAM0'
const localIssuer = { issuerId: '0', email: 'wallet@localhost' }

/** Reads what the settings name at once, so that a wrong one is said at the start; what has to be made waits for its use. */
export function walletSurroundings({ database, publicUrl, settings, secret }: WalletOptions): Surroundings {
  const vault = vaultOfKeys(secret)
  const tokens = remembered(() => devicePassTokens(database, secret))
  const own = settings.applePasses && certificatesOfSettings(settings.applePasses)
  const service = settings.googleWallet && googleServiceOf(settings.googleWallet)
  return {
    database,
    publicUrl,
    pool: createSigningPool(),
    trustedCertificates: own,
    certificates: remembered(
      async () =>
        own ??
        described(await kept(database, vault, 'apple', () => makeLocalChain(localPassType, localTeam))),
    ),
    pushUrl: settings.applePushUrl,
    googleAccount: remembered(async () => service ?? kept(database, vault, 'google', makeGoogleAccount)),
    google: service ? googleApi(service) : null,
    tokenOf: async (serial) => (await tokens())(serial),
  }
}

async function makeGoogleAccount(): Promise<GoogleAccount> {
  const { privateKey } = await newKeys()
  return { ...localIssuer, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

/** The same as at first, unless that failed. */
function remembered<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | null = null
  return () =>
    (known ??= find().catch((error: unknown) => {
      known = null
      throw error
    }))
}

/** Where Google finds a business's passes. */
export async function googleOrigin(around: Surroundings, businessId: string): Promise<GoogleOrigin> {
  const { issuerId } = await around.googleAccount()
  return { issuerId, businessId, publicUrl: around.publicUrl() }
}
