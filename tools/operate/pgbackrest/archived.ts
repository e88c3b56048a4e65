import { join } from 'node:path'
import { initialise, password, serve } from '#tools/operate/debian-postgres.ts'
import { changed } from '#tools/operate/example.ts'
import { programOf } from '#tools/operate/packages.ts'
import { freePort, launch, openFolder, untilDone } from '#tools/operate/process.ts'

type Folder = ReturnType<typeof openFolder>

/** What whoever runs many processes has raised, and a cluster that is restored has to have before it reads the log. */
const raised = ['max_connections=200']

/** A machine with PostgreSQL, and a place for its backups that outlives it. */
export async function openArchive() {
  const program = await programOf('/usr/bin/pgbackrest', 'pgbackrest')
  const kept = openFolder()
  const makeMachine = () => machineWith(program, kept)
  return { makeMachine, remove: () => kept.remove() }
}

/** PostgreSQL and pgBackRest as deploy/pgbackrest sets them up, but for places and the port; as on Debian, settings lie outside the data. */
async function machineWith(program: string, kept: Folder) {
  const folder = openFolder()
  const port = await freePort()
  const data = join(folder.path, 'data')
  const place = (name: string) => join(folder.path, name)
  const config = folder.write(
    'pgbackrest.conf',
    changed('deploy/pgbackrest/pgbackrest.conf', [
      ['/var/lib/postgresql/15/main', data],
      ['pg1-port=5432', `pg1-port=${port}`],
      ['/var/run/postgresql', folder.path],
      ['CIPHER_PASSPHRASE', 'what backups are sealed with'],
      [
        'repo1-path=/var/lib/pgbackrest',
        `repo1-path=${join(kept.path, 'repository')}\nlog-level-file=off\nlock-path=${place('lock')}\nspool-path=${place('spool')}`,
      ],
    ]),
  )
  const backrest = (...words: string[]) =>
    untilDone(launch(program, [`--config=${config}`, '--stanza=hub', '--log-level-console=info', ...words]))
  const archiving = folder.write(
    'archiving.conf',
    changed('deploy/pgbackrest/archiving.conf', [['pgbackrest --', `${program} --config=${config} --`]]),
  )
  const hba = folder.write(
    'pg_hba.conf',
    'local all postgres trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
  )
  const settings = folder.write(
    'postgresql.conf',
    `include '${archiving}'\nhba_file = '${hba}'\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder.path}'\n`,
  )
  return {
    backrest,
    initialise: () => initialise(data, folder.write('password', password)),
    start: (more: readonly string[] = raised) =>
      serve(data, port, ['-c', `config_file=${settings}`, ...more.flatMap((each) => ['-c', each])]),
    remove: () => folder.remove(),
  }
}

export type Machine = Awaited<ReturnType<typeof machineWith>>
