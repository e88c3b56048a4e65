import { type InstallationState, wrongClockMs } from '#contract/jobs/installation.ts'

/** How it stands with processes and replicas: where there are several, a quiet line of what is well; and a warning for each that isn't. */
export function installationWords({ Processes, Replicas }: InstallationState) {
  const warnings = [
    ...Processes.flatMap(({ Name, ClockOffSeconds }) => clockWarning(Name, ClockOffSeconds)),
    ...Replicas.flatMap(({ Name, State, LagSeconds }) => {
      if (State === 'Away') return [`The replica ${Name} is away: reports are read elsewhere.`]
      if (State === 'Apart')
        return [
          `The replica ${Name} no longer follows the database: reports are read elsewhere. Set it up anew.`,
        ]
      if (State === 'Behind')
        return [`The replica ${Name} is ${aged(LagSeconds)}: reports are read elsewhere.`]
      return []
    }),
  ]
  const read = Replicas.filter(({ State }) => State === 'Used')
  const reports = read.map(({ Name, LagSeconds }) => `${Name} (${aged(LagSeconds)})`)
  const lines = [
    ...(Processes.length > 1 ? [`${Processes.length} processes at work.`] : []),
    ...(reports.length > 0 ? [`Reports are read from ${reports.join(', ')}.`] : []),
  ]
  return {
    line: lines.join(' '),
    warnings,
  }
}

function clockWarning(name: string, off: number | null): string[] {
  if (off === null || Math.abs(off) * 1000 <= wrongClockMs) return []
  const seconds = Math.abs(off).toLocaleString('en-AU', { maximumFractionDigits: 1 })
  return [
    `The clock of ${name} is ${seconds} seconds ${off > 0 ? 'ahead of' : 'behind'} the database’s. Hub makes up for it; let the machine follow a time server.`,
  ]
}

const aged = (lag: number | null) =>
  lag === null ? 'how far behind is unknown' : `${lag.toLocaleString('en-AU')} seconds behind`
