import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, ok, warning, wrong } from './finding.ts'

const hour = 60 * 60 * 1000
// One a night, and some time for it.
const oldest = 26 * hour

/** How old the newest backup of a folder is. Whether it can be restored `hub verify backup` tells. */
export function findBackups(folder: string | undefined): Finding {
  if (folder === undefined)
    return warning('Backups were not looked at: --backups <folder> says where they are.')
  const files = readdirSync(folder).filter((name) => name.endsWith('.tar.zst'))
  if (files.length === 0)
    return wrong(`There is no backup in ${folder}: hub backup --to ${folder} makes one.`)
  const newest = Math.max(...files.map((name) => statSync(join(folder, name)).mtimeMs))
  const hours = Math.floor((Date.now() - newest) / hour)
  const sentence = `The newest backup in ${folder} is ${hours} hours old`
  return Date.now() - newest > oldest
    ? warning(`${sentence}: see why there is none of last night.`)
    : ok(`${sentence}.`)
}
