import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lets everybody read a folder and run its programs, and nobody but its owner write: what whoever builds keeps from others
 * (a umask of 077) would be kept from the user that it runs as.
 */
export function letAllRead(/** @type {string} */ folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
  chmodSync(folder, 0o755)
}
