import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAsApplied, recordedMigrations } from '#platform/database'
import { readSettings } from '#platform/settings'

const read = (path: string) => readFileSync(join('deploy', path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...groups]) => groups)
const first = (text: string, pattern: RegExp) => found(text, pattern)[0]?.[0] ?? ''
const lines = (path: string) =>
  Object.fromEntries(found(read(path), /^([A-Z_]+)=(.*)$/gm).map(([name = '', value = '']) => [name, value]))

/** What git says here; nothing where it says no. */
function git(...words: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

const shared = { ...lines('systemd/hub.env'), HUB_SECRET: 'x'.repeat(48) }
const ofUnit = (name: string) => readSettings({ ...shared, ...lines(`systemd/${name}.env`) })
const dockerfile = read('Dockerfile')

describe('settings', () => {
  test.each([
    ['web1', 'web'],
    ['web2', 'web'],
    ['worker', 'worker'],
  ])('of %s are taken by the server', (name, role) => {
    expect(ofUnit(name)).toMatchObject({ role, publicUrl: 'https://hub.example.com', trustProxy: 1 })
  })

  test('of the unit and the image exist', () => {
    const named = [read('systemd/hub@.service'), dockerfile].flatMap((text) =>
      found(text, /\b(HUB_[A-Z_]+)[=:] ?(\S+)/g),
    )
    expect(named.length).toBeGreaterThan(1)
    for (const [name = '', value = ''] of named)
      expect(() => readSettings({ ...shared, [name]: value })).not.toThrow()
  })
})

describe('processes are where their proxies look for them', () => {
  const ports = ['web1', 'web2'].map((name) => String(ofUnit(name).port))
  const servers = (path: string) => found(read(path), /server (\S+) max_fails=0;/g).flat()

  test('nginx', () => {
    expect(servers('nginx/hub-processes.conf')).toEqual(ports.map((port) => `127.0.0.1:${port}`))
  })

  test('Caddy, which asks a path that is answered', () => {
    const asked = read('caddy/Caddyfile')
    const asks = found(asked, /reverse_proxy (.*) \{/g).map(([list = '']) => list.split(' ').toSorted())
    expect(asks.length).toBeGreaterThan(1)
    for (const list of asks) expect(list).toEqual(ports.map((port) => `127.0.0.1:${port}`))
    expect(first(asked, /health_uri (\S+)/g)).toBe('/health/ready')
    expect(read('bin/hub-ready')).toContain('/health/ready`')
    // Who has just started is known to it before the next is ended.
    const [interval, timeout] = ['interval', 'timeout'].map((of) =>
      Number(first(asked, new RegExp(`health_${of} (\\d+)s`, 'g'))),
    )
    expect(
      Number(first(read('systemd/hub@.service'), /^ExecStartPost=\/bin\/sleep (\d+)$/gm)),
    ).toBeGreaterThanOrEqual(interval! + timeout!)
  })
})

describe('limits', () => {
  const { drainMs, largestBody } = ofUnit('web1')

  test('leave an end its time', () => {
    const longest = drainMs / 1000 + 25
    expect(Number(first(read('systemd/hub@.service'), /TimeoutStopSec=(\d+)/g))).toBeGreaterThan(longest)
  })

  test('let a process listen everywhere: Node.js asks the machine for its addresses', () => {
    const [families = ''] = found(read('systemd/hub@.service'), /^RestrictAddressFamilies=(.+)$/gm)[0] ?? []
    expect(families.split(' ')).toEqual(['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK'])
  })

  test('let the largest body through', () => {
    const megabyte = 1024 * 1024
    const most = [
      first(read('nginx/hub.conf'), /client_max_body_size (\d+)m/g),
      first(read('caddy/Caddyfile'), /max_size (\d+)MB/g),
    ]
    for (const size of most) expect(Number(size) * megabyte).toBeGreaterThan(largestBody.ofUploads)
  })

  test('let nginx have the files for its connections, in containers, too', () => {
    const main = read('nginx/nginx.conf')
    const connections = Number(first(main, /worker_connections (\d+);/g))
    expect(connections).toBeGreaterThan(10_000)
    expect(Number(first(main, /worker_rlimit_nofile (\d+);/g))).toBeGreaterThan(2 * connections)
    expect(read('compose/compose.yaml')).toContain('- ../nginx/nginx.conf:/etc/nginx/nginx.conf:ro')
  })

  test('let a connection to the database be quiet as long as a migration takes', () => {
    expect(found(read('ha/haproxy.cfg'), /timeout (?:client|server) (\d+)h/g).flat()).toEqual(['24', '24'])
  })

  test('let nothing be sent twice that may be done once', () => {
    expect(read('nginx/hub.conf')).toMatch(/proxy_next_upstream error timeout;/)
  })

  test('leave the way open by which a certificate is issued and renewed', () => {
    expect(read('nginx/hub.conf')).toMatch(
      /listen 80 [^}]*location \/\.well-known\/acme-challenge\/ \{\s*root \/var\/www\/html;/,
    )
  })

  test('keep addresses that open something out of nginx’s logs, whatever its nginx.conf says', () => {
    const [formats = '', ...servers] = read('nginx/hub.conf').split(/^server \{$/m)
    const [format = ''] = found(formats, /^log_format hub ([^;]+);/gm)[0] ?? []
    expect(format).toContain('$upstream_http_x_request_id')
    expect(format).not.toMatch(
      /\$(request|request_uri|uri|document_uri|args|query_string|arg_\w+|http_\w+)\b/,
    )
    expect(servers.length).toBe(2)
    for (const server of servers) {
      expect(found(server, /^ *access_log (.+);$/gm).flat()).toEqual(['/var/log/nginx/access.log hub'])
      expect(found(server, /^ *error_log (.+);$/gm).flat()).toEqual(['/var/log/nginx/error.log crit'])
    }
  })

  test('keep them out of Caddy’s', () => {
    const [, fields = ''] = /^\{\n[^}]*\tfields \{([^}]+)\}/m.exec(read('caddy/Caddyfile')) ?? []
    expect(fields.trim().split(/\s*\n\s*/)).toEqual(['request>uri delete', 'request>headers delete'])
  })

  test('find the files of a page that another release has served', () => {
    expect(read('nginx/hub.conf')).toMatch(/location \/assets\/ \{[^}]*http_404;/)
  })
})

describe('files', () => {
  test('that the image is made of are there', () => {
    const copied = found(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap(([names = '']) =>
      names.split(' '),
    )
    expect(copied).toContain('package-lock.json')
    for (const path of copied) expect(existsSync(path), path).toBe(true)
  })

  test('that a machine keeps backups in are made by docs/operating.md, and hub’s', () => {
    expect(readFileSync('docs/operating.md', 'utf8')).toContain(
      `install -d -o hub -g hub -m 0700 /var/lib/hub ${lines('systemd/hub.env').HUB_BACKUP_DIR}\n`,
    )
  })

  test('that docs/operating.md leads to are in a release, and its own parts there', () => {
    const text = readFileSync('docs/operating.md', 'utf8')
    const parts = found(text, /^#+ (.+)$/gm).map(
      ([title = '']) =>
        `#${title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    )
    const links = found(text, /\]\((?!https?:)([^)]+)\)/g).flat()
    for (const link of links.filter((each) => each.startsWith('#'))) expect(parts).toContain(link)
    for (const link of links.filter((each) => !each.startsWith('#'))) {
      expect(link).toMatch(/^\.\.\/deploy\//)
      expect(existsSync(join('docs', link)), link).toBe(true)
    }
  })

  test('docs/operating.md lets Hub into every database that it has people make', () => {
    const text = readFileSync('docs/operating.md', 'utf8')
    const made = found(
      text,
      /\bcreatedb [^"\n`]*--owner=hub [^"\n`]*?(\w+)["\n`]|^create database (\w+) owner hub/gm,
    )
      .flat()
      .filter((name) => name !== undefined)
    expect(new Set(made)).toEqual(new Set(['hub', 'hub_again', 'hub_before']))
    const [admitted = ''] = found(text, /^echo 'hostssl (\S+) hub /gm).flat()
    for (const name of made) expect(['all', name]).toContain(admitted)
  })

  test('with secrets are in no image and no repository', () => {
    for (const ignored of ['.gitignore', '.dockerignore'])
      for (const own of ['deploy/compose/*.env', 'deploy/compose/tls'])
        expect(readFileSync(ignored, 'utf8')).toContain(own)
  })

  test.each(globSync('deploy/{bin/*,compose/*.sh}'))('%s is read by the shell', (path) => {
    const { status, stderr } = spawnSync('sh', ['-n', path])
    expect(status, String(stderr)).toBe(0)
  })

  test('the image runs what the release has, as nobody special, and names no kind of machine', () => {
    for (const program of found(dockerfile, /CMD \["([^"]+)"\]/g).flat())
      expect(globSync('deploy/bin/*').map((path) => path.slice(dirname(path).length + 1))).toContain(program)
    expect(dockerfile).toMatch(/^USER hub$/m)
    expect(dockerfile.replaceAll(/^#.*$/gm, '')).not.toMatch(/amd64|arm64|x86|aarch/)
  })

  test('that timers of backups start are there, and take each of its days once', () => {
    const timers = globSync('deploy/pgbackrest/*.timer').toSorted()
    expect(timers.map((path) => first(readFileSync(path, 'utf8'), /^OnCalendar=(.+)$/gm))).toEqual([
      'Mon..Sat *-*-* 16:00 UTC',
      'Sun *-*-* 16:00 UTC',
    ])
    expect(existsSync('deploy/pgbackrest/hub-pgbackrest@.service')).toBe(true)
  })

  test('docs/operating.md installs the version that it comes with', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const [start = ''] = readFileSync('docs/operating.md', 'utf8').split(/^## Upgrade$/m)
    expect(new Set(found(start, /\bhub-([\d.]+)-linux/g).flat())).toEqual(new Set([version]))
    expect(first(start, /^git checkout v(\S+)$/gm)).toBe(version)
  })

  test('the way back from an upgrade is another release, by the backup that was made before it', () => {
    const [, upgrade = ''] = readFileSync('docs/operating.md', 'utf8').split(/^## Upgrade$/m)
    const [there = '', back = ''] = upgrade.split('**The way back**')
    const linked = (text: string) => first(text, /ln -sfn hub-([\d.]+)-/g)
    const backup = (text: string) => first(text, /before-([\d.]+)\.tar/g)
    expect(linked(there)).toMatch(/^\d/)
    expect(linked(back)).toMatch(/^\d/)
    expect(linked(back)).not.toBe(linked(there))
    expect([backup(there), backup(back)]).toEqual([linked(there), linked(there)])
  })

  test('the former release is a commit', () => {
    expect(read('former-release')).toMatch(/^[0-9a-f]{40}\n$/)
  })

  // A clone of the newest commits alone has no former one, a folder of sources none at all.
  const isPartly = git('rev-parse', '--is-shallow-repository') !== 'false'
  test.skipIf(isPartly)(
    'the former release is the newest that was released before what is unreleased',
    () => {
      const [, unreleased = '', ...released] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
      // The commit of a release can't name itself.
      const former = released[/^- /m.test(unreleased) ? 0 : 1] ?? ''
      const packageThen = git('show', `${read('former-release').trim()}:package.json`) ?? '{}'
      expect((JSON.parse(packageThen) as { version?: string }).version).toBe(first(former, /^([\d.]+) /g))
    },
  )

  test.skipIf(isPartly)('every migration that the former release has applied is known as it was', () => {
    const commit = read('former-release').trim()
    const changed = git('diff', '--name-only', '--diff-filter=a', commit, '--', 'server/migrations')
    const known = recordedMigrations()
    const unknown = changed?.split('\n').filter((path) => {
      const recordedName = path.slice(dirname(path).length + 1)
      // As git stores it, to the last line feed.
      const then = spawnSync('git', ['show', `${commit}:${path}`]).stdout
      const applied = createHash('sha256').update(then).digest('hex')
      return path !== '' && !isAsApplied({ recordedName, checksum: known.get(recordedName) ?? '' }, applied)
    })
    expect(unknown).toEqual([])
  })
})
