export { installationSecret, keepSecret, knownSecret } from './installation-secret.ts'
export { hashOf, isSame, newSecret } from './secrets.ts'
export { createSeal, createVault, derive, type Vault, vaultOfRows } from './vault.ts'
