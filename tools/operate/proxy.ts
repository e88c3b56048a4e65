import { readFileSync } from 'node:fs'
import { run, Trouble } from '#tools/run.mjs'
import { changed } from './example.ts'
import { programOf } from './packages.ts'
import { end, freePort, launch, openFolder, untilSaid } from './process.ts'

/** Debian's nginx as deploy/nginx sets it up, but for ports and places, in front of two processes. */
export async function startNginx(ports: readonly [number, number]) {
  const program = await programOf('/usr/sbin/nginx', 'nginx')
  const folder = openFolder()
  const certificate = await makeCertificate(folder)
  const [open, port] = [await freePort(), await freePort()]
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
    ]),
  )
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder.path}/${name};`,
  )
  const main = folder.write(
    'nginx.conf',
    `daemon off;\npid ${folder.path}/pid;\nerror_log stderr notice;\nevents {}\n` +
      `http {\naccess_log off;\n${places.join('\n')}\ninclude ${processes};\ninclude ${hub};\n}\n`,
  )
  const nginx = launch(program, ['-p', folder.path, '-e', 'stderr', '-c', main])
  let said = ''
  nginx.stderr?.on('data', (chunk) => (said += chunk))
  await untilSaid(nginx, /start worker process /)
  return {
    url: `https://127.0.0.1:${port}`,
    openUrl: `http://127.0.0.1:${open}`,
    certificate: readFileSync(certificate.file, 'utf8'),
    /** What it wrote of requests that it could not serve at once. */
    complaints: () => said.split('\n').filter((line) => /\[(warn|error|crit)\]/.test(line)),
    stop: async () => {
      await end(nginx, 'SIGTERM')
      folder.remove()
    },
  }
}

async function makeCertificate(folder: ReturnType<typeof openFolder>) {
  const [key, file] = [folder.write('hub.key', ''), folder.write('hub.crt', '')]
  const names = ['-subj', '/CN=hub.example.com', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = 'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' ')
  const made = await run('openssl', [...kind, '-keyout', key, '-out', file, ...names])
  if (made.code !== 0) throw new Trouble(`openssl made no certificate: ${made.output}`)
  return { key, file }
}
