import { type Command, CommandTrouble } from '#server/command/frame'
import { findBackups } from './backups.ts'
import { findInDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { findMonths } from './months.ts'
import { findCertificates, findMailServer } from './outside.ts'
import { findRoom } from './room.ts'
import { findSecret } from './secret.ts'
import { findInSettings } from './settings.ts'
import { findSizes } from './sizes.ts'

/** `hub doctor` */
export const doctorCommand: Command = {
  name: 'doctor',
  takes: '[--backups <folder>]',
  summary: 'looks at settings, database, replicas, clock, disk, mail server, certificates, sizes and backups',
  about: `Says of each whether it is ok, a warning or wrong, and what to do. It changes nothing, and sends nothing. It exits with 1
where something is wrong.

  --backups  the folder that hub backup writes to: says how old the newest is. What Hub takes by itself (HUB_BACKUP_DIR)
             is looked at in any case`,
  options: { backups: { type: 'string' } },
  run: async ({ settings, options, say }) => {
    const findings: Finding[] = []
    const tell = (found: readonly Finding[]) => {
      findings.push(...found)
      for (const { state, sentence } of found) say(`${state.padEnd(7)}  ${sentence}`)
    }
    tell(findInSettings(settings))
    tell(await findInDatabase(settings))
    tell(await findSecret(settings, findings))
    tell([await findRoom(settings), await findMailServer(settings)])
    tell(await findCertificates(settings))
    tell(await findSizes(settings, findings))
    tell(await findMonths(settings, findings))
    tell(await findBackups(settings, options.backups as string | undefined, findings))
    const count = findings.filter(({ state }) => state === 'wrong').length
    if (count > 0) throw new CommandTrouble(`${count === 1 ? 'One thing is' : `${count} things are`} wrong.`)
  },
}
