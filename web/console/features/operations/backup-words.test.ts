import { expect, test } from 'vitest'
import type { BackupStatus } from '#contract/jobs/backups.ts'
import { backupWords } from './backup-words.ts'

const now = new Date('2026-11-17T05:00:00Z')
const good: BackupStatus = {
  State: 'Good',
  DueAt: '16:00',
  TakenDate: '2026-11-17T04:02:00.000Z',
  Bytes: 14_000_000,
  FailedDate: null,
  FailureReason: null,
}
const none = { TakenDate: null, Bytes: null }
const failure = { FailedDate: '2026-11-17T04:30:00.000Z', FailureReason: 'The disk is full.' }
const said = (change: Partial<BackupStatus>) => {
  const { isWarning, title, text } = backupWords({ ...good, ...change }, now)
  return [isWarning, `${title} ${text}`.trim()]
}

test('a good one is a quiet line, by its day and size', () => {
  expect(said({})).toEqual([false, expect.stringMatching(/^Last backup: today at \d+:02 [ap]m, 14 MB\.$/)])
  expect(said({ TakenDate: '2026-11-15T16:02:00.000Z' })).toEqual([
    false,
    expect.stringMatching(/^Last backup: 1[56] Nov 2026, .+, 14 MB\.$/),
  ])
})

test('what is not well is a warning that says what to do', () => {
  expect(said({ State: 'NotSetUp', ...none })).toEqual([true, expect.stringContaining('Set HUB_BACKUP_DIR')])
  expect(said({ State: 'NotSetUp' })).toEqual([
    true,
    expect.stringMatching(/^No backups are taken any more\. Last backup: today at .+ Set HUB_BACKUP_DIR/),
  ])
  expect(said({ State: 'NoneYet', ...none })).toEqual([
    true,
    'There is no backup yet. The first is taken at 16:00 UTC.',
  ])
  expect(said({ State: 'Late' })).toEqual([true, expect.stringContaining('more than two days ago')])
  for (const State of ['NoneYet', 'Late', 'Good'] as const)
    expect(said({ State, ...failure })).toEqual([
      true,
      expect.stringMatching(/failed, .*: The disk is full\.$/),
    ])
})
