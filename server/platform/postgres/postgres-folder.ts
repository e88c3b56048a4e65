import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SettingsError } from '#platform/settings'
import type { Programs, Runner } from './postgres-program.ts'

const user = 'hub_owner'

type Options = {
  folder: string
  programs: Programs
  runner: Runner
  durable: boolean
  log: (line: string) => void
}

/** The database that Hub has in the cluster. */
export const database = 'hub'

/** Where the cluster is reached that listens on this port. */
export const urlOf = (login: ReturnType<typeof loginOf>, port: number, name = database) =>
  `postgres://${login.user}:${login.password}@127.0.0.1:${port}/${name}`

/** What leads into the cluster of the folder, whoever runs it. */
export function loginOf(folder: string) {
  return { user, password: readFileSync(join(folder, 'password'), 'utf8') }
}

/** What an upgrade makes beside the folder, once it is whole. */
export const upgradedOf = (folder: string) => `${folder}.upgraded`

/** Whether there is a cluster. An upgrade that was cut off at its very end, when the former one was aside already, is ended first. */
export function hasCluster(folder: string): boolean {
  if (!existsSync(folder) && existsSync(upgradedOf(folder))) renameSync(upgradedOf(folder), folder)
  return existsSync(join(folder, 'data'))
}

/** The major version of the cluster in the folder. */
export function majorOf(folder: string): string {
  return readFileSync(join(folder, 'data/PG_VERSION'), 'utf8').trim()
}

/** The database cluster in the folder, made if there is none; a folder that can't hold one is a SettingsError. */
export async function openCluster(options: Options) {
  const data = join(options.folder, 'data')
  const passwordFile = join(options.folder, 'password')
  try {
    if (!hasCluster(options.folder)) await makeCluster(options, data, passwordFile)
    const found = majorOf(options.folder)
    const { major } = options.programs
    if (found !== major)
      throw new SettingsError(
        `The database in ${data} is of PostgreSQL ${found}, and this Hub brings ${major}: hub upgrade-database takes it over, with a backup first.`,
      )
    return { data, ...loginOf(options.folder) }
  } catch (error) {
    throw asSentence(error, options.folder)
  }
}

const forbidden = new Set(['EACCES', 'EPERM', 'EROFS'])

function asSentence(error: unknown, folder: string) {
  if (!(error instanceof Error && 'code' in error)) return error
  const reason = forbidden.has(String(error.code)) ? 'this user may not write there' : error.message
  return new SettingsError(`The data folder ${folder} can't be used: ${reason}. HUB_DATA_DIR names another.`)
}

async function makeCluster(
  { folder, programs: { initdb }, runner, durable, log }: Options,
  data: string,
  passwordFile: string,
) {
  // Renamed when it is whole, so that a start that was killed halfway leaves nothing that looks like one.
  const unfinished = `${data}.new`
  rmSync(unfinished, { recursive: true, force: true })
  // Others may pass through, since PostgreSQL may have to run as one of them; what is inside is closed to them.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  mkdirSync(unfinished, { mode: 0o700 })
  log('Making the database …')
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (runner.user) {
    const { uid, gid } = runner.user
    chmodSync(folder, 0o711)
    for (const path of [unfinished, passwordFile]) chownSync(path, uid, gid)
  }
  const [command = '', ...args] = [
    ...runner.prefix,
    initdb,
    `--pgdata=${unfinished}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ]
  await promisify(execFile)(command, args, runner.user ?? {}).catch(
    (error: { stderr?: string; message: string }) => {
      throw new SettingsError(`PostgreSQL couldn't make its database in ${folder}: ${lastLine(error)}`)
    },
  )
  renameSync(unfinished, data)
}

const lastLine = ({ stderr, message }: { stderr?: string; message: string }) =>
  (stderr?.trim() || message).split('\n').at(-1)
