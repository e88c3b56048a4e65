import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { letAllRead } from './modes.mjs'

test('a release is read by whom it runs as, whatever whoever built it keeps from others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const path = (name: string) => join(folder, name)
  const modeOf = (name: string) => statSync(path(name)).mode & 0o777
  try {
    mkdirSync(path('bin/inner'), { recursive: true })
    for (const [name, mode] of [
      ['bin/program', 0o700],
      ['bin/inner/text', 0o600],
      ['written-by-all', 0o666],
    ] as const) {
      writeFileSync(path(name), '')
      chmodSync(path(name), mode)
    }
    for (const name of ['bin/inner', 'bin', '.']) chmodSync(path(name), 0o700)
    symlinkSync('nowhere', path('bin/link'))
    letAllRead(folder)
    expect(['.', 'bin', 'bin/inner', 'bin/program'].map(modeOf)).toEqual([0o755, 0o755, 0o755, 0o755])
    expect(['bin/inner/text', 'written-by-all'].map(modeOf)).toEqual([0o644, 0o644])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
