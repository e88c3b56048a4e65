import { randomBytes } from 'node:crypto'
import { createSigningPool, makeLocalChain, type SigningJob } from '#server/wallets/signing'
import type { Figure } from './figure.ts'
import { medians } from './load.ts'

const passesPerRound = 40

/** Passes signed in a second by two threads, against one. */
export async function signing(): Promise<Figure> {
  const job = await passToSign()
  const pools = [1, 2].map((size) => createSigningPool({ size, idleMs: 600_000 }))
  try {
    // What it takes to start a thread is no part of what it takes to sign.
    await Promise.all(pools.map((pool) => Promise.all([pool.sign(job), pool.sign(job)])))
    const [one = 0, two = 0] = await medians(
      pools.map((pool) => async () => {
        const began = performance.now()
        await Promise.all(Array.from({ length: passesPerRound }, () => pool.sign(job)))
        return passesPerRound / ((performance.now() - began) / 1000)
      }),
    )
    return {
      what: 'Passes signed on two threads / on one',
      measured: two / one,
      wanted: 1.7,
      detail: `${two.toFixed(1)} and ${one.toFixed(1)} a second`,
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.close()))
  }
}

/** A pass as they are, with pictures of the usual size. */
async function passToSign(): Promise<SigningJob> {
  const content = {
    formatVersion: 1,
    passTypeIdentifier: 'pass.bench',
    teamIdentifier: 'BENCH00000',
    serialNumber: 'bench',
    organizationName: 'Bench',
    description: 'A pass to measure with',
    storeCard: { primaryFields: [{ key: 'primary', label: 'Member', value: 'Alexandra Nguyen' }] },
  }
  const pictures = ['icon.png', 'icon@2x.png', 'logo.png', 'logo@2x.png', 'strip.png', 'strip@2x.png']
  return {
    chain: await makeLocalChain('pass.bench', 'BENCH00000'),
    files: {
      'pass.json': Buffer.from(JSON.stringify(content)),
      ...Object.fromEntries(pictures.map((name) => [name, randomBytes(20_000)])),
    },
  }
}
