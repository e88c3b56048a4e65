import { existsSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readSettings } from '#platform/settings'
import { type Plain, readPlainYaml } from './plain-yaml.ts'

// No container engine runs it: it is read as one would, and held to what the rest of the repository says.
const read = (path: string) => readFileSync(join('deploy', path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first)
const dockerfile = read('Dockerfile')
const proxy = read('nginx/hub.conf')

const texts = z.array(z.string())
const Health = z.object({ condition: z.enum(['service_started', 'service_healthy']) })
const Service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  restart: z.literal('unless-stopped'),
  depends_on: z.record(z.string(), Health).default({}),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  init: z.literal('true').optional(),
  read_only: z.literal('true').optional(),
  shm_size: z
    .string()
    .regex(/^\d+mb$/)
    .optional(),
  tmpfs: texts.optional(),
  cap_drop: texts.optional(),
  security_opt: texts.optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).default([]),
  volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+(:ro)?$/)).default([]),
  healthcheck: z
    .strictObject({
      test: texts,
      interval: z.string(),
      timeout: z.string(),
      start_period: z.string(),
      retries: z.string(),
    })
    .optional(),
  networks: z.union([texts, z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4() }))]),
})
const Compose = z.strictObject({
  name: z.string(),
  'x-hub': z.unknown(),
  services: z.record(z.string(), Service),
  networks: z.record(
    z.string(),
    z.strictObject({ ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }) }),
  ),
  volumes: z.record(z.string(), z.literal('')),
})
const compose = Compose.parse(readPlainYaml(read('compose/compose.yaml')))
const services = Object.entries(compose.services)
const ofHub = services.filter(([, { image }]) => image === 'hub')
const mounts = services.flatMap(([name, { volumes }]) =>
  volumes.map((volume) => {
    const [from = '', to = ''] = volume.split(':')
    return { name, from, to }
  }),
)

describe('what compose.yaml names is there', () => {
  test('services that others wait for, and a check where they wait until it is well', () => {
    const awaited = services.flatMap(([, { depends_on }]) => Object.entries(depends_on))
    expect(awaited.map(([name]) => name)).toEqual(expect.arrayContaining(['database', 'web1', 'web2']))
    for (const [name, { condition }] of awaited) {
      const { image, healthcheck } = compose.services[name]!
      const isChecked = healthcheck !== undefined || (image === 'hub' && /^HEALTHCHECK /m.test(dockerfile))
      expect(condition === 'service_started' || isChecked, name).toBe(true)
    }
  })

  test('the image, made once, by a file that is where it says', () => {
    const [made, ...more] = ofHub.flatMap(([, { build }]) => build ?? [])
    expect(more).toEqual([])
    expect(existsSync(join('deploy/compose', made!.context, 'package.json'))).toBe(true)
    expect(existsSync(join('deploy/compose', made!.context, made!.dockerfile))).toBe(true)
  })

  test('files that are mounted, but for those of whoever runs it', () => {
    const files = mounts.filter(({ from }) => from.startsWith('.')).map(({ from }) => from)
    expect(files.length).toBeGreaterThan(3)
    for (const path of files.filter((each) => each !== './tls'))
      expect(existsSync(join('deploy/compose', path)), path).toBe(true)
  })

  test('volumes and networks, each declared and each used', () => {
    const used = mounts.map(({ from }) => from).filter((from) => !from.startsWith('.'))
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.volumes)))
    const joined = services.flatMap(([, { networks }]) =>
      Array.isArray(networks) ? networks : Object.keys(networks),
    )
    expect(new Set(joined)).toEqual(new Set(Object.keys(compose.networks)))
  })

  test('settings, which the server takes', () => {
    // hub.env is theirs who run it, and as the unit's is.
    const unit = read('systemd/hub.env').matchAll(/^([A-Z_]+)=(.*)$/gm)
    const base = {
      ...Object.fromEntries([...unit].map(([, name, value]) => [name, value])),
      HUB_SECRET: 'x'.repeat(48),
    }
    const ofImage = Object.fromEntries(
      [...dockerfile.matchAll(/\b(HOST|PORT|HUB_[A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    )
    expect(
      ofHub.map(([name, { environment }]) => [
        name,
        readSettings({ ...base, ...ofImage, ...environment }).role,
      ]),
    ).toEqual([
      ['web1', 'web'],
      ['web2', 'web'],
      ['worker', 'worker'],
    ])
  })

  test('files with secrets, which the repository has none of', () => {
    const given = new Set(services.flatMap(([, { env_file }]) => env_file ?? []))
    expect([...given].toSorted()).toEqual(['database.env', 'hub.env'])
    for (const name of given) expect(existsSync(join('deploy/compose', name)), name).toBe(false)
  })
})

describe('containers', () => {
  test('are where nginx looks for them, in their network, one at an address', () => {
    const port = found(dockerfile, /PORT=(\d+)/g)[0]
    expect(found(dockerfile, /EXPOSE (\d+)/g)).toEqual([port])
    const addresses = services.flatMap(([, { networks }]) =>
      Array.isArray(networks) ? [] : Object.values(networks).map(({ ipv4_address }) => ipv4_address),
    )
    expect(found(read('compose/hub-processes.conf'), /server (\S+) max_fails=0;/g)).toEqual(
      addresses.map((address) => `${address}:${port}`),
    )
    expect(new Set(addresses).size).toBe(addresses.length)
    const [net = '', bits = ''] = compose.networks.hub!.ipam.config[0]!.subnet.split('/')
    const inside = new BlockList()
    inside.addSubnet(net, Number(bits))
    for (const address of addresses) expect(inside.check(address), address).toBe(true)
  })

  test('show the world the ports that nginx listens on, and nothing else', () => {
    const listened = new Set(found(proxy, /listen (\d+) /g))
    const shown = services.flatMap(([name, { ports }]) => ports.map((port) => [name, ...port.split(':')]))
    expect(shown).toEqual([...listened].map((port) => ['nginx', port, port]))
  })

  test('of nginx have what its file reads', () => {
    const given = mounts.filter(({ name }) => name === 'nginx').map(({ to }) => to)
    for (const path of found(proxy, /ssl_certificate(?:_key)? (\S+);/g))
      expect(
        given.some((folder) => path.startsWith(`${folder}/`)),
        path,
      ).toBe(true)
  })

  test('of Hub may change nothing but what they are given, and get the time that an end takes', () => {
    const { drainMs } = readSettings({
      HUB_PUBLIC_URL: 'https://hub.example.com',
      HUB_SECRET: 'x'.repeat(48),
    })
    for (const [name, service] of ofHub) {
      expect(service, name).toMatchObject({ read_only: 'true', cap_drop: ['ALL'], tmpfs: ['/tmp'] })
      expect(parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(drainMs / 1000 + 25)
    }
    // A volume has the owner of the folder that it covers.
    const written = mounts.filter(({ name }) => ofHub.some(([hub]) => hub === name)).map(({ to }) => to)
    expect(written).toContain(compose.services.worker!.environment.HUB_BACKUP_DIR)
    const [made = ''] = found(dockerfile, /install --directory --owner=hub --group=hub (.+)$/gm)
    expect(made.split(' ')).toEqual(written)
  })

  test('of the database are asked for what is made there', () => {
    const asked = compose.services.database!.healthcheck!.test.join(' ')
    const script = read('compose/make-database.sh')
    expect(asked).toContain(`--username=${found(script, /create role (\w+) login/g)[0]} `)
    expect(asked).toMatch(new RegExp(`--dbname=${found(script, /create database (\w+) /g)[0]}$`))
    const place = mounts.find(({ from }) => from === './make-database.sh')?.to
    expect(place).toBe('/docker-entrypoint-initdb.d/make-database.sh')
  })
})

describe('plain YAML', () => {
  test.each<[string, string, Plain]>([
    [
      'names, lists and values',
      'a: 1 # one\nb:\n  - c\n  - d: e\n    f: g',
      { a: '1', b: ['c', { d: 'e', f: 'g' }] },
    ],
    [
      'what is shared',
      'x: &y\n  a: 1\n  b: 2\nz:\n  <<: *y\n  b: 3',
      { x: { a: '1', b: '2' }, z: { a: '1', b: '3' } },
    ],
    ['a list in a line, and nothing', 'a: [b, --c=d]\ne:', { a: ['b', '--c=d'], e: '' }],
  ])('has %s', (_, text, meant) => {
    expect(readPlainYaml(text)).toEqual(meant)
  })

  test.each([
    ['a name twice', 'a: 1\na: 2'],
    ['what stands further in for no reason', 'a: 1\n  b: 2'],
    ['what stands half way in', 'a:\n   b: 1'],
    ['a tab', 'a:\n\tb: 1'],
    ['what is shared by nobody', 'a: *b'],
    ['a list that becomes names', 'a:\n  - b\n  c: d'],
    ['quotes', 'a: "b"'],
    ['no name', 'just words'],
    ['what comes out again too far', 'a:\n    b: 1\n  c: 2'],
  ])('refuses %s', (_, text) => {
    expect(() => readPlainYaml(text)).toThrow(/^Line \d can't be read: /)
  })
})
