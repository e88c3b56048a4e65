import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { end, freePort, launch, openFolder, untilSaid } from '#tools/operate/process.ts'

export const names = ['db1', 'db2', 'db3'] as const
export type Name = (typeof names)[number]

const services = { postgres: 5432, api: 8008, etcd: 2379, peer: 2380 }
type Ports = Record<keyof typeof services, number>
export type AllPorts = Readonly<Record<Name, Ports>>

/** Ports for three machines that are one here. */
export async function choosePorts(): Promise<AllPorts> {
  const chosen = {} as Record<Name, Ports>
  for (const name of names) {
    chosen[name] = {} as Ports
    for (const service of Object.keys(services) as (keyof Ports)[]) chosen[name][service] = await freePort()
  }
  return chosen
}

export const passwords = {
  API_PASSWORD: 'one for the api',
  SUPERUSER_PASSWORD: 'a password for a while',
  REPLICATION_PASSWORD: 'one for copies',
  REWIND_PASSWORD: 'one to wind back',
}

/** An example of deploy/ha as a machine has it, but for its addresses and folders, which are ours. */
export function fromExample(file: string, ports: AllPorts, more: Readonly<Record<string, string>>): string {
  let text = readFileSync(join('deploy/ha', file), 'utf8')
  for (const [name, value] of Object.entries({ ...passwords, ...more })) text = text.replaceAll(name, value)
  for (const name of names)
    for (const [service, usual] of Object.entries(services))
      text = text
        .replaceAll(`${name}.internal:${usual}`, `127.0.0.1:${ports[name][service as keyof Ports]}`)
        .replaceAll(
          new RegExp(`(server ${name} .*) port ${usual}`, 'g'),
          `$1 port ${ports[name][service as keyof Ports]}`,
        )
  return text
}

/** One of the three machines: etcd, Patroni, and the PostgreSQL that Patroni runs. */
export function makeNode(name: Name, ports: AllPorts) {
  const folder = openFolder()
  const [agreed, data] = [join(folder.path, 'etcd'), join(folder.path, 'data')]
  const example = (file: string, more: Readonly<Record<string, string>> = {}) =>
    folder.write(
      file,
      fromExample(file, ports, {
        ...more,
        NODE: name,
        '0.0.0.0:2379': `127.0.0.1:${ports[name].etcd}`,
        '0.0.0.0:2380': `127.0.0.1:${ports[name].peer}`,
        '/var/lib/etcd/hub': agreed,
        '/var/lib/postgresql/15/hub': data,
        '/var/lib/postgresql/hub.pgpass': join(folder.path, 'pgpass'),
      }),
    )
  const files = { etcd: example('etcd.yml'), patroni: example('patroni.yml') }
  let etcd: ReturnType<typeof launch> | undefined
  let patroni: ReturnType<typeof launch> | undefined
  return {
    name,
    etcdAt: `http://127.0.0.1:${ports[name].etcd}`,
    peerAt: `http://127.0.0.1:${ports[name].peer}`,
    startEtcd: async () => {
      etcd = launch('/usr/bin/etcd', ['--config-file', files.etcd])
      await untilSaid(etcd, /ready to serve client requests/)
    },
    startPatroni: async () => {
      patroni = launch('/usr/bin/patroni', [files.patroni])
      await untilSaid(patroni, /Lock owner|no action|bootstrap/)
    },
    /** As if its power were cut: nothing of it gets to say a word. */
    die: () => {
      for (const child of [patroni, etcd]) child?.kill('SIGKILL')
      for (const pid of processesIn(folder.path)) kill(pid)
    },
    /** Another machine of its name, after it has died: with nothing on it but what it is set up with, to join the others. */
    replace: () => {
      for (const place of [agreed, data]) rmSync(place, { recursive: true, force: true })
      example('etcd.yml', { 'initial-cluster-state: new': 'initial-cluster-state: existing' })
    },
    stop: async () => {
      if (patroni) await end(patroni, 'SIGTERM')
    },
    remove: async () => {
      if (etcd) await end(etcd, 'SIGTERM')
      for (const pid of processesIn(folder.path)) kill(pid)
      folder.remove()
    },
  }
}

export type Node = ReturnType<typeof makeNode>

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** What runs with this folder: by its words, or, as PostgreSQL's own processes, by where it is. The first is the parent of the rest. */
function processesIn(folder: string): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  const named = all.filter((pid) => read(pid, 'cmdline').includes(folder) && Number(pid) !== process.pid)
  const children = all.filter((pid) => named.includes(/\) \w (\d+)/.exec(read(pid, 'stat'))?.[1] ?? ''))
  return [...new Set([...named, ...children])].map(Number)
}
