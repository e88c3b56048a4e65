import { resolve } from 'node:path'

/** A file as whoever typed the command means it: from where they are, and not from Hub's folder, where it runs. */
export function callerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
}
