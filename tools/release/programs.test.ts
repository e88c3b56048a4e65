import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
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
  // What systemd would be asked for, a word a line.
  const asked = (...words: string[]) => {
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const { status, stdout, stderr } = spawnSync(join(folder, 'hub-as-service'), words, {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    return { status, said: stdout.trimEnd().split('\n'), complained: stderr.trim() }
  }

  test('runs a command as the processes run, and takes its words as they are', () => {
    const { said } = asked('create-admin', 'you@example.com', '--name', 'You Two')
    expect(said).toContain('--property=EnvironmentFile=/etc/hub/hub.env')
    expect(said).toContain(`--setenv=INIT_CWD=${folder}`)
    expect(said.slice(-5)).toEqual([
      join(folder, 'hub'),
      'create-admin',
      'you@example.com',
      '--name',
      'You Two',
    ])
  })

  test('takes the settings of another file, named from where it is called', () => {
    writeFileSync(join(folder, 'again.env'), '')
    const { said } = asked('--settings', 'again.env', 'doctor')
    expect(said).toContain(`--property=EnvironmentFile=${join(folder, 'again.env')}`)
    expect(said).not.toContain('--property=EnvironmentFile=/etc/hub/hub.env')
    expect(said.slice(-1)).toEqual(['doctor'])
    expect(asked('--settings', 'none.env', 'doctor')).toMatchObject({
      status: 2,
      complained: 'There is no file none.env: name one like /etc/hub/hub.env.',
    })
  })
})
