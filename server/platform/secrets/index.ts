export { installationSecret, keepSecret, knownSecret, replaceSecret } from './installation-secret.ts'
export { hashOf, isSame, newSecret } from './secrets.ts'
export type { SealedColumn } from './sealed-column.ts'
export { createSeal, createVault, derive, purposeOfRows, type Vault, vaultOfRows } from './vault.ts'
