export {
  installationSecret,
  keepInstallationSecret,
  knownSecret,
  replaceSecret,
} from './installation-secret.ts'
export { hashOf, isSameSecret, newSecret } from './secrets.ts'
export type { SealedColumn } from './sealed-column.ts'
export { createSeal, createVault, derive, purposeOfRows, type Vault, vaultOfRows } from './vault.ts'
