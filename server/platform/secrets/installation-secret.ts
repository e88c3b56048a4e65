import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSecret } from './secrets.ts'

const fileIn = (dataFolder: string) => join(dataFolder, 'secret')

/** The secret of this installation: the setting, or one made at the first start and kept in the data folder. */
export function installationSecret(setting: string | undefined, dataFolder: string): string {
  const known = knownSecret(setting, dataFolder)
  if (known) return known
  const secret = newSecret()
  keepInstallationSecret(secret, dataFolder)
  return secret
}

/** The same, where there is one. */
export function knownSecret(setting: string | undefined, dataFolder: string): string | undefined {
  if (setting) return setting
  try {
    return readFileSync(fileIn(dataFolder), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Keeps a secret in the data folder, where there is none yet; tells the file. */
export function keepInstallationSecret(secret: string, dataFolder: string): string {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  writeFileSync(fileIn(dataFolder), `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return fileIn(dataFolder)
}

/** Puts another secret in the place of the one in the data folder, whole or not at all; tells the file. */
export function replaceSecret(secret: string, dataFolder: string): string {
  const [file, coming] = [fileIn(dataFolder), `${fileIn(dataFolder)}.new`]
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  writeFileSync(coming, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(coming, file)
  return file
}
