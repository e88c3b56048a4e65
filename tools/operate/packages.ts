import { existsSync } from 'node:fs'
import { installDebianPackages } from '#tools/debian.mjs'
import { Trouble } from '#tools/run.mjs'
import { step } from '#tools/step.mjs'

/** Sees to it that a program of a Debian package is there, and tells where. */
export async function programOf(path: string, ...packages: string[]): Promise<string> {
  if (!existsSync(path)) await step(`Getting ${packages.join(' ')}`, () => installDebianPackages(...packages))
  if (!existsSync(path))
    throw new Trouble(
      `${path} is missing: on Debian 12, apt-get install ${packages.join(' ')} as root brings it.`,
    )
  return path
}
