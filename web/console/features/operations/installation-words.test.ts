import { expect, test } from 'vitest'
import type { InstallationState } from '#contract/jobs/installation.ts'
import { installationWords } from './installation-words.ts'

const process = { Name: 'hub1 (7)', Role: 'web', Version: '1.0.0', ClockOffSeconds: 0.2 }
const replica = { Name: 'db2:5432', State: 'Used', LagSeconds: 0.4 } as const
const said = (change: Partial<InstallationState>) =>
  installationWords({ Processes: [process], Replicas: [], ...change })

test('what is well is one line, and none for a process by itself', () => {
  expect(said({})).toEqual({ line: '', warnings: [] })
  expect(said({ Processes: [process, process], Replicas: [replica] })).toEqual({
    line: '2 processes at work. Reports are read from db2:5432 (0.4 seconds behind).',
    warnings: [],
  })
})

test('a clock that is wrong and a replica that is left out are warnings', () => {
  expect(said({ Processes: [{ ...process, ClockOffSeconds: -3600 }] }).warnings).toEqual([
    expect.stringContaining('The clock of hub1 (7) is 3,600 seconds behind the database’s.'),
  ])
  expect(
    said({
      Replicas: [
        { ...replica, State: 'Behind', LagSeconds: 45 },
        { ...replica, State: 'Away', LagSeconds: null },
        { ...replica, State: 'Apart', LagSeconds: null },
      ],
    }).warnings,
  ).toEqual([
    'The replica db2:5432 is 45 seconds behind: reports are read elsewhere.',
    'The replica db2:5432 is away: reports are read elsewhere.',
    'The replica db2:5432 no longer follows the database: reports are read elsewhere. Set it up anew.',
  ])
})
