import { setTimeout as pause } from 'node:timers/promises'
import { makeDatabase } from '#tools/operate/debian-postgres.ts'
import { programOf } from '#tools/operate/packages.ts'
import { end, freePort, launch, openFolder, untilSaid } from '#tools/operate/process.ts'
import { run } from '#tools/run.mjs'
import {
  type AllPorts,
  choosePorts,
  fromExample,
  makeNode,
  type Name,
  names,
  type Node,
  passwords,
} from './node.ts'

type Member = { readonly name: Name; readonly role: string; readonly state: string }

/** Three machines as deploy/ha sets them up, and HAProxy in front, with nothing in the database yet. */
export async function startCluster() {
  await requirePackages()
  const ports = await choosePorts()
  const nodes = names.map((name) => makeNode(name, ports))
  const proxy = openFolder()
  const port = await freePort()
  // Only root can become somebody else, and it isn't started as root.
  const asStarted = { '    user haproxy\n': '', '    group haproxy\n': '' }
  const config = fromExample('haproxy.cfg', ports, { '127.0.0.1:5000': `127.0.0.1:${port}`, ...asStarted })
  const close: (() => Promise<unknown>)[] = [async () => proxy.remove()]
  const stop = async () => {
    for (const step of close.splice(0).toReversed()) await step()
  }
  try {
    close.push(() => Promise.all(nodes.map((node) => node.remove())))
    await Promise.all(nodes.map((node) => node.startEtcd()))
    close.push(() => Promise.all(nodes.map((node) => node.stop())))
    for (const node of nodes) await node.startPatroni()
    const haproxy = launch('/usr/sbin/haproxy', ['-db', '-f', proxy.write('haproxy.cfg', config)])
    close.push(() => end(haproxy, 'SIGTERM'))
    await untilSaid(haproxy, /Loading success|primary\/db\d is UP|Server primary/)
    const cluster = clusterOf(ports)
    await cluster.untilWhole(3)
    const urlOf = (role: string, database: string) =>
      `postgres://${role}:${encodeURIComponent(passwords.SUPERUSER_PASSWORD)}@127.0.0.1:${port}/${database}`
    return {
      ...cluster,
      node: (name: Name) => nodes.find((each) => each.name === name)!,
      /** In the place of one that has died, as docs/operating.md says. */
      replace: (name: Name) => replace(nodes, name),
      urlOf,
      makeDatabase: (name: string) => makeDatabase(urlOf, name),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

async function replace(nodes: readonly Node[], name: Name): Promise<void> {
  const [lost, other] = [nodes.find((node) => node.name === name)!, nodes.find((node) => node.name !== name)!]
  const member = async (...words: string[]) => {
    const { code, output } = await run('/usr/bin/etcdctl', [
      `--endpoints=${other.etcdAt}`,
      'member',
      ...words,
    ])
    if (code !== 0) throw new Error(output)
    return output
  }
  const [id = ''] = new RegExp(`^\\w+(?=, \\w+, ${name},)`, 'm').exec(await member('list')) ?? []
  await member('remove', id)
  await member('add', name, `--peer-urls=${lost.peerAt}`)
  lost.replace()
  await lost.startEtcd()
  await lost.startPatroni()
}

async function requirePackages(): Promise<void> {
  await programOf('/usr/lib/postgresql/15/bin/postgres', 'postgresql-15')
  await programOf('/usr/bin/etcd', 'etcd-server')
  await programOf('/usr/bin/etcdctl', 'etcd-client')
  // Patroni speaks to etcd by a package that it only recommends.
  await programOf('/usr/bin/patroni', 'patroni', 'python3-etcd')
  await programOf('/usr/sbin/haproxy', 'haproxy')
}

/** What the machines say of themselves and each other. */
function clusterOf(ports: AllPorts) {
  const ask = async (name: Name): Promise<Member[]> => {
    const answer = await fetch(`http://127.0.0.1:${ports[name].api}/cluster`, {
      signal: AbortSignal.timeout(5_000),
    })
    return ((await answer.json()) as { members: Member[] }).members
  }
  const members = async (): Promise<Member[]> => {
    for (const name of names) {
      const told = await ask(name).catch(() => null)
      if (told) return told
    }
    return []
  }
  const leader = async () => (await members()).find(({ role }) => role === 'leader')?.name
  return {
    leader,
    /** Resolves once so many are there, one leads, and one has all that is acknowledged. */
    untilWhole: async (count: number): Promise<void> => {
      const deadline = Date.now() + 120_000
      for (;;) {
        const told = await members()
        const roles = told
          .filter(({ state }) => state === 'running' || state === 'streaming')
          .map(({ role }) => role)
        if (roles.length === count && roles.includes('leader') && roles.includes('sync_standby')) return
        if (Date.now() > deadline) throw new Error(`the cluster isn't whole: ${JSON.stringify(told)}`)
        await pause(250)
      }
    },
    /** Asks the primary to hand over to whoever is ready, as `patronictl switchover` does. */
    switchOver: async (from: Name): Promise<void> => {
      const answer = await fetch(`http://127.0.0.1:${ports[from].api}/switchover`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`patroni:${passwords.API_PASSWORD}`).toString('base64')}`,
        },
        body: JSON.stringify({ leader: from }),
      })
      if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`)
    },
  }
}
