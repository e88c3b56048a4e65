import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

// As a release has them: beside their Node.js.
const folder = mkdtempSync(join(tmpdir(), 'hub-programs-'))
cpSync('deploy/bin', folder, { recursive: true })
symlinkSync(process.execPath, join(folder, 'node'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function isReady(seconds: string, environment: Record<string, string>): Promise<number | null> {
  const child = spawn(join(folder, 'hub-ready'), [seconds], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: 'ignore',
  })
  await once(child, 'close')
  return child.exitCode
}

async function listen(host: string): Promise<{ server: Server; PORT: string }> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/health/ready' ? 200 : 404
    response.end()
  }).listen(0, host)
  await once(server, 'listening')
  return { server, PORT: String((server.address() as AddressInfo).port) }
}

describe('hub-ready', () => {
  test.each([
    ['127.0.0.2', '127.0.0.2', 0],
    ['127.0.0.2', '', 1],
    ['127.0.0.1', '', 0],
    ['127.0.0.1', '0.0.0.0', 0],
    ['127.0.0.1', '::', 0],
  ])('of a server at %s, asked with HOST=%s, ends with %i', async (host, HOST, code) => {
    const { server, PORT } = await listen(host)
    expect(await isReady('0', { HOST, PORT, MAINPID: String(process.pid) })).toBe(code)
    server.close()
  })

  test('waits for no server that has ended, whoever answers at its port', async () => {
    const { server, PORT } = await listen('127.0.0.1')
    const MAINPID = String(spawnSync('true').pid)
    expect(await isReady('3600', { PORT, MAINPID })).toBe(1)
    server.close()
    await once(server, 'close')
    expect(await isReady('3600', { PORT, MAINPID })).toBe(1)
  })
})

describe('hub-as-service', () => {
  const settings = join(folder, 'hub.env')
  const program = join(folder, 'hub-as-service')
  const script = readFileSync('deploy/bin/hub-as-service', 'utf8')
  writeFileSync(program, script.replace('\nsettings=/etc/hub/hub.env\n', `\nsettings=${settings}\n`))
  const env = { PATH: `${folder}:${process.env.PATH}`, SUDO_USER: 'mary' }
  const put = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })

  // What systemd would be asked for, a word a line.
  const asked = (words: string[], given: Record<string, string> = {}) => {
    put('systemd-run', 'printf "%s\\n" "$@"; cat; exit 3')
    const { status, stdout, stderr } = spawnSync(program, words, {
      cwd: folder,
      env: { ...env, ...given },
      encoding: 'utf8',
      input: 'what is piped\n',
    })
    return { status, said: stdout.trimEnd().split('\n'), complained: stderr.trim() }
  }

  test('looks for settings where docs/operating.md puts them', () => {
    expect(script).toContain('\nsettings=/etc/hub/hub.env\n')
  })

  test('says where settings are looked for as long as there are none', () => {
    expect(asked(['doctor'])).toEqual({
      status: 2,
      said: [''],
      complained: `There are no settings in ${settings}: put them there first, as root, or name another file (hub --settings <file> …).`,
    })
    writeFileSync(settings, '')
  })

  test('runs a command as the processes run, takes its words as they are, and ends as it does', () => {
    const { said, status } = asked(['create-admin', 'you@example.com', '--name', 'You Two'])
    expect(said).toContain(`--property=EnvironmentFile=${settings}`)
    expect(said).toContain(`--setenv=INIT_CWD=${folder}`)
    expect(said.slice(-6)).toEqual([
      join(folder, 'hub'),
      'create-admin',
      'you@example.com',
      '--name',
      'You Two',
      'what is piped',
    ])
    expect(status).toBe(3)
  })

  test('tells whoever has the keyboard', () => {
    expect(asked(['doctor']).said).toContain('--setenv=OPERATOR=mary')
    expect(asked(['doctor'], { SUDO_USER: '' }).said).toContain(`--setenv=OPERATOR=${userInfo().username}`)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('ends the work with itself: %s', async (signal) => {
    // Killed, it leaves its work to systemd, as the real one does.
    put(
      'systemd-run',
      'for word; do case $word in --unit=*) echo "${word#--unit=}";; esac; done; exec sleep 60',
    )
    put('systemctl', `echo "$@" > ${folder}/stopped`)
    const child = spawn(program, ['backup'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [unit] = (await once(child.stdout, 'data')) as [Buffer]
    child.kill(signal)
    await once(child, 'close')
    expect(child.exitCode).toBe(130)
    expect(String(unit)).toMatch(/^hub-command-\d+\.service\n$/)
    expect(readFileSync(join(folder, 'stopped'), 'utf8')).toBe(`stop ${String(unit)}`)
  })

  test('takes the settings of another file, named from where it is called', () => {
    writeFileSync(join(folder, 'again.env'), '')
    const { said } = asked(['--settings', 'again.env', 'doctor'])
    expect(said).toContain(`--property=EnvironmentFile=${join(folder, 'again.env')}`)
    expect(said).not.toContain(`--property=EnvironmentFile=${settings}`)
    expect(said.slice(-2)).toEqual(['doctor', 'what is piped'])
    expect(asked(['--settings', 'none.env', 'doctor'])).toMatchObject({
      status: 2,
      complained: 'There is no file none.env: name one like /etc/hub/hub.env.',
    })
  })
})
