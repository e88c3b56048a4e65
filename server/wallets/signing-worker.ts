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
    return { pass: new PKPass(buffers, certificates).getAsBuffer() }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
