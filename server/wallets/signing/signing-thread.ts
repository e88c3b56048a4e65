import { Worker } from 'node:worker_threads'
import type { Chain } from './local-chain.ts'

/** The files of a pass by their names, `pass.json` among them, and what to sign them with. */
export type SigningJob = { readonly files: Readonly<Record<string, Uint8Array>>; readonly chain: Chain }

/** What the thread answers. */
export type Signed =
  | { readonly pass: Uint8Array; readonly error?: undefined }
  | { readonly error: string; readonly pass?: undefined }

export type SigningThread = {
  /** False once it broke down or was ended. */
  isAlive(): boolean
  /** The signed pass. One at a time. */
  sign(job: SigningJob): Promise<Buffer>
  end(): Promise<unknown>
}

/** Starts a thread that signs passes. While it has nothing to do it keeps no process from ending. */
export function startSigningThread(): SigningThread {
  const worker = new Worker(new URL('./signing-worker.ts', import.meta.url))
  let isAlive = true
  let settle: ((answer: Signed) => void) | null = null
  const fail = (error: string) => {
    isAlive = false
    settle?.({ error })
  }
  worker.on('message', (answer: Signed) => settle?.(answer))
  worker.on('error', (error) => fail((error as Error).message))
  worker.on('exit', () => fail('the thread has ended'))
  worker.unref()
  return {
    isAlive: () => isAlive,
    sign: async (job) => {
      worker.ref()
      worker.postMessage(job)
      const answer = await new Promise<Signed>((resolve) => (settle = resolve))
      settle = null
      worker.unref()
      if (answer.error !== undefined) throw new Error(`The pass can't be signed: ${answer.error}`)
      return Buffer.from(answer.pass.buffer, answer.pass.byteOffset, answer.pass.byteLength)
    },
    end: () => {
      isAlive = false
      return worker.terminate()
    },
  }
}
