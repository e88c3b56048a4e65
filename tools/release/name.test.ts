import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nameOfRelease } from './name.mjs'

test('a release has the name of its version, and one of another commit than the version’s its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-name-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const somebody = ['-c', 'user.name=x', '-c', 'user.email=x@club.test', '-c', 'commit.gpgsign=false']
  const git = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...somebody, ...words], {
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    return stdout.trim()
  }
  const name = () => nameOfRelease('1.1.0', folder)
  const plain = `hub-1.1.0-${process.platform}-${process.arch}`
  const withCommit = (more = '') =>
    `hub-1.1.0-${git('rev-parse', 'HEAD').slice(0, 10)}${more}-${process.platform}-${process.arch}`
  expect(name()).toBe(plain)

  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'first')
  expect(name()).toBe(withCommit())
  git('tag', '--annotate', 'v1.1.0', '--message', 'It')
  expect(name()).toBe(plain)
  writeFileSync(join(folder, 'more'), '')
  expect(name()).toBe(withCommit('-changed'))
  git('add', 'more')
  git('commit', '--quiet', '--message', 'second')
  expect(name()).toBe(withCommit())
})
