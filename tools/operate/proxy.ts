import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { run, Trouble } from '#tools/run.mjs'
import { changed } from './example.ts'
import { programOf } from './packages.ts'
import { end, freePort, launch, openFolder, untilSaid } from './process.ts'

/** What stands in front of two processes, with a certificate of its own. */
export type Proxy = {
  readonly name: string
  readonly url: string
  readonly openUrl: string
  readonly certificate: string
  /** How often it asked the other of a process that had ended, where it says so. */
  passedOver(): number | null
  /** What else it wrote of requests that it could not serve at once. */
  complaints(): string[]
  /** All that it wrote. */
  said(): string
  stop(): Promise<void>
}

const placesIn = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')

/** Debian's nginx as deploy/nginx sets it up, but for ports and places. */
export async function startNginx(ports: readonly [number, number]): Promise<Proxy> {
  const program = await programOf('/usr/sbin/nginx', 'nginx')
  const folder = openFolder()
  const certificate = await makeCertificate(folder)
  const [open, port] = [await freePort(), await freePort()]
  const requests = folder.write('access.log', '')
  const processes = folder.write(
    'hub-processes.conf',
    changed('deploy/nginx/hub-processes.conf', [
      ['127.0.0.1:8081', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:8082', `127.0.0.1:${ports[1]}`],
    ]),
  )
  const hub = folder.write(
    'hub.conf',
    changed('deploy/nginx/hub.conf', [
      [/^ *listen \[::\]:.*\n/gm, ''],
      ['listen 80 ', `listen 127.0.0.1:${open} `],
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      ['/etc/nginx/tls/hub.crt', certificate.file],
      ['/etc/nginx/tls/hub.key', certificate.key],
      ['/var/log/nginx/access.log', requests],
      ['error_log /var/log/nginx/error.log', 'error_log stderr'],
    ]),
  )
  const main = mainOfNginx(folder, [processes, hub])
  const nginx = launch(program, ['-p', folder.path, '-e', 'stderr', '-c', main])
  const trouble = hear(nginx)
  const lines = () => readFileSync(requests, 'utf8')
  await untilSaid(nginx, /start worker process /)
  return {
    name: 'nginx',
    url: `https://127.0.0.1:${port}`,
    openUrl: `http://127.0.0.1:${open}`,
    certificate: readFileSync(certificate.file, 'utf8'),
    // A line of a request names all who were asked for it, and what came of that.
    passedOver: () => linesOf(lines(), /" "50[24], /).length,
    complaints: () => linesOf(trouble(), /\[(warn|error|crit)\]/),
    said: () => trouble() + lines(),
    stop: async () => {
      await end(nginx, 'SIGTERM')
      folder.remove()
    },
  }
}

function mainOfNginx(folder: ReturnType<typeof openFolder>, included: readonly string[]): string {
  return folder.write(
    'nginx.conf',
    changed('deploy/nginx/nginx.conf', [
      // Only root can have others work for it.
      ...(process.getuid?.() === 0 ? [] : [['user www-data;\n', ''] as const]),
      ['pid /run/nginx.pid;', `daemon off;\npid ${folder.path}/pid;`],
      ['error_log /var/log/nginx/error.log;', 'error_log stderr notice;'],
      ['access_log /var/log/nginx/access.log;', `access_log off;\n${placesIn(folder.path)}`],
      ['include /etc/nginx/conf.d/*.conf;', included.map((file) => `include ${file};`).join('\n')],
      ['include /etc/nginx/sites-enabled/*;', ''],
    ]),
  )
}

/** Debian's Caddy as deploy/caddy sets it up, but for ports, and a certificate that it is given: nobody would issue one here. */
export async function startCaddy(ports: readonly [number, number]): Promise<Proxy> {
  const program = await programOf('/usr/bin/caddy', 'caddy')
  const folder = openFolder()
  const certificate = await makeCertificate(folder)
  const [open, port] = [await freePort(), await freePort()]
  const around = `admin off\n\thttp_port ${open}\n\thttps_port ${port}\n\tstorage file_system ${folder.path}`
  const site = changed('deploy/caddy/Caddyfile', [
    [/^\{$/gm, `{\n\t${around}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:8082', `127.0.0.1:${ports[1]}`],
    ['hub.example.com {', `127.0.0.1 {\n\ttls ${certificate.file} ${certificate.key}`],
  ])
  const main = folder.write('Caddyfile', site)
  const words = ['run', '--config', main, '--adapter', 'caddyfile']
  const caddy = launch('/usr/bin/env', [`HOME=${folder.path}`, program, ...words])
  const said = hear(caddy)
  await untilSaid(caddy, /serving initial configuration/)
  return {
    name: 'Caddy',
    url: `https://127.0.0.1:${port}`,
    openUrl: `http://127.0.0.1:${open}`,
    certificate: readFileSync(certificate.file, 'utf8'),
    passedOver: () => null,
    complaints: () => linesOf(said(), /"level":"error"/),
    said,
    stop: async () => {
      await end(caddy, 'SIGTERM')
      folder.remove()
    },
  }
}

/** All that it has said so far. */
function hear(child: ChildProcess): () => string {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  return () => said
}

const linesOf = (said: string, kind: RegExp) => said.split('\n').filter((line) => kind.test(line))

async function makeCertificate(folder: ReturnType<typeof openFolder>) {
  const [key, file] = [folder.write('hub.key', ''), folder.write('hub.crt', '')]
  const names = ['-subj', '/CN=hub.example.com', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = 'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' ')
  const made = await run('openssl', [...kind, '-keyout', key, '-out', file, ...names])
  if (made.code !== 0) throw new Trouble(`openssl made no certificate: ${made.output}`)
  return { key, file }
}
