import { afterEach, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#platform/refusals'
import { type Chain, makeLocalChain } from './local-chain.ts'
import { createSigningPool, type SigningPool } from './signing-pool.ts'

let chain: Chain
let pool: SigningPool
beforeAll(async () => {
  chain = await makeLocalChain('pass.hub.test', 'TEAM000001')
})
afterEach(() => pool.close())

const json = {
  formatVersion: 1,
  passTypeIdentifier: 'pass.hub.test',
  teamIdentifier: 'TEAM000001',
  serialNumber: '1',
  organizationName: 'Club',
  description: 'Card',
  storeCard: { primaryFields: [{ key: 'primary', label: 'Name', value: 'Ann' }] },
}
const files = (content: object = json) => ({
  'pass.json': Buffer.from(JSON.stringify(content)),
  'icon.png': Buffer.from('a picture'),
})
const zipped = 'PK'

test('signs more at a time than it has threads, and keeps none when there is nothing to do', async () => {
  pool = createSigningPool({ size: 2, idleMs: 0 })
  expect(pool.threads()).toBe(0)
  const passes = await Promise.all(Array.from({ length: 5 }, () => pool.sign({ files: files(), chain })))
  expect(passes.map((pass) => pass.subarray(0, 2).toString())).toEqual(Array(5).fill(zipped))
  await expect.poll(() => pool.threads()).toBe(0)
})

test('refuses one too many, and goes on with the others', async () => {
  pool = createSigningPool({ size: 1, mostWaiting: 1 })
  const [first, second, third] = await Promise.allSettled(
    Array.from({ length: 3 }, () => pool.sign({ files: files(), chain })),
  )
  expect([first!.status, second!.status]).toEqual(['fulfilled', 'fulfilled'])
  expect((third as PromiseRejectedResult).reason).toMatchObject({ status: 503, code: 'busy' })
})

test('what can not be signed breaks nothing else', async () => {
  pool = createSigningPool({ size: 1 })
  await expect(pool.sign({ files: files(), chain: { ...chain, key: 'no key' } })).rejects.toThrow(
    "The pass can't be signed",
  )
  await expect(pool.sign({ files: files(), chain })).resolves.toBeInstanceOf(Buffer)
})

test('closes while it works: nobody is left waiting', async () => {
  pool = createSigningPool({ size: 1 })
  const outcomes = Promise.allSettled([1, 2].map(() => pool.sign({ files: files(), chain })))
  await pool.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(pool.sign({ files: files(), chain })).rejects.toBeInstanceOf(Refusal)
})
