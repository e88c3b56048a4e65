import { parentPort } from 'node:worker_threads'
import { PKPass } from 'passkit-generator'
import type { Signed, SigningJob } from './signing-thread.ts'

// Signing is a tenth of a second of arithmetic: here it keeps nobody waiting but those who asked for a pass.
parentPort?.on('message', (job: SigningJob) => parentPort?.postMessage(signed(job)))

function signed({ files, chain }: SigningJob): Signed {
  try {
    const buffers = Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]),
    )
    const certificates = { wwdr: chain.authority, signerCert: chain.certificate, signerKey: chain.key }
    const pass = new PKPass(buffers, certificates)
    keepDates(pass, JSON.parse(String(buffers['pass.json'])))
    return { pass: pass.getAsBuffer() }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

const dates = ['expirationDate', 'relevantDate', 'relevantDates'] as const
type Dates = Partial<Record<(typeof dates)[number], unknown>>

/**
 * Writes the dates of a pass as we wrote them. The library adds milliseconds, and Apple's phones take dates to the minute or
 * the second alone; what it holds until it writes the pass is within reach by its symbol only.
 */
function keepDates(pass: PKPass, written: Dates): void {
  const symbol = Object.getOwnPropertySymbols(pass).find(({ description }) => description === 'props')
  if (!symbol) throw new Error('the library holds its pass in another way')
  const { [symbol]: held } = pass as unknown as Record<symbol, Dates>
  for (const date of dates) if (held && date in written) held[date] = written[date]
}
