import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSecret } from './secrets.ts'

/** The secret of this installation: the setting, or one made at the first start and kept in the data folder. */
export function installationSecret(setting: string | undefined, dataFolder: string): string {
  if (setting) return setting
  const file = join(dataFolder, 'secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    const secret = newSecret()
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return secret
  }
}
