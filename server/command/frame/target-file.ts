import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { callerPath } from './caller-path.ts'

/** A name that tells of which moment a file is. */
export const stamped = (name: string, at: Date, ending: string) =>
  `${name}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${ending}`

/** The file that somebody named to write to; in a folder, or where they are, one by this name. */
export function targetFile(to: string | undefined, name: string): string {
  const path = callerPath(to ?? '.')
  const isFolder = to === undefined || /[/\\]$/.test(to) || (existsSync(path) && statSync(path).isDirectory())
  return isFolder ? join(path, name) : path
}

/** How large a file is, in words. */
export function sizeOf(file: string): string {
  const kilobytes = Math.ceil(statSync(file).size / 1024)
  return kilobytes < 10_000 ? `${kilobytes} kB` : `${Math.round(kilobytes / 1024)} MB`
}
