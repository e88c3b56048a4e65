import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { membersApi } from '#contract/members/members.ts'
import type { Figure } from './figure.ts'
import { medians, requestsPerSecond, type Target } from './load.ts'
import { signing } from './signing.ts'

const businessId = 'valley-golf'
const design = 'golf-member'
const mostPasses = 10_000
const seconds = 3

/** What passes cost: signing them on more cores, and a change of a design that many phones have to be told of. */
export async function wallets(databaseUrl: string): Promise<Figure[]> {
  return [await signing(), ...(await manyTold(databaseUrl))]
}

/** Calls of the API while nothing happens, and while the phones of a whole club are told of a new design. */
async function manyTold(databaseUrl: string): Promise<Figure[]> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  const apple = await startPushService()
  const passes = await installPasses(owner)
  const server = fork(fileURLToPath(new URL('servers/wallets-server.ts', import.meta.url)), [
    databaseUrl,
    apple.url,
  ])
  try {
    const [{ url, token }] = (await once(server, 'message')) as [{ url: string; token: string }]
    const target: Target = {
      url: url + membersApi.listMembers.path.replace('{businessId}', businessId),
      headers: { authorization: `Bearer ${token}` },
    }
    await requestsPerSecond(target, 2)
    const queueMs: number[] = []
    const told: number[] = []
    const quiet = () => requestsPerSecond(target, seconds)
    const busy = async () => {
      const before = apple.pushes()
      const began = performance.now()
      await owner.query('update pass_configuration set updated_at = now() where pass_configuration_id = $1', [
        design,
      ])
      queueMs.push(performance.now() - began)
      // The phones are being told from the first one on.
      while (apple.pushes() === before) await setTimeout(20)
      const first = apple.pushes()
      const rate = await requestsPerSecond(target, seconds)
      told.push((apple.pushes() - first) / seconds)
      await forgetTheRest(owner, apple.pushes)
      return rate
    }
    const [whileBusy = 0, whileQuiet = 0] = await medians([busy, quiet])
    const rates = `${whileBusy.toFixed(0)} and ${whileQuiet.toFixed(0)} a second`
    return [
      {
        what: `Calls while ${passes.toLocaleString('en-AU')} passes are worked off / calls in between`,
        measured: whileBusy / whileQuiet,
        wanted: 0.8,
        detail: `${rates}; queued in one statement in ${Math.max(...queueMs).toFixed(0)} ms, ${Math.min(...told).toFixed(0)} to ${Math.max(...told).toFixed(0)} phones a second meanwhile`,
      },
    ]
  } finally {
    server.disconnect()
    apple.close()
    await owner.end()
  }
}

/** Puts passes into the wallets of all members that there are, up to as many as are wanted; tells how many. */
async function installPasses(owner: pg.Client): Promise<number> {
  await owner.query(
    `insert into pass (business_id, pass_configuration_id, member_id, coupon_code, holder_hash, invited_to,
       issued_by_id, issued_by_name, claimed_at)
     select business_id, $2, member_id, upper(left(md5(member_id), 12)), sha256(member_id::bytea), 'bench', 'bench',
       'Bench', now()
     from member m where business_id = $1
       and not exists (select from pass p where p.business_id = m.business_id and p.member_id = m.member_id)
     limit $3`,
    [businessId, design, mostPasses],
  )
  const { rowCount } = await owner.query(
    `insert into apple_registration (business_id, pass_id, device_id, push_token)
     select business_id, pass_id, pass_id, pass_id from pass
     where business_id = $1 and pass_configuration_id = $2 and claimed_at is not null`,
    [businessId, design],
  )
  return rowCount ?? 0
}

/** A push service that takes everything. */
async function startPushService() {
  let pushes = 0
  const server: Http2Server = createServer()
  server.on('stream', (stream) => {
    pushes += 1
    stream.respond({ ':status': 200 })
    stream.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, pushes: () => pushes, close: () => server.close() }
}

/** Ends what is under way: all of it would take longer than there is to be measured. */
async function forgetTheRest(owner: pg.Client, pushes: () => number): Promise<void> {
  let before = -1
  while (pushes() > before) {
    before = pushes()
    await owner.query('delete from pass_change')
    await owner.query('delete from wallet_news')
    await setTimeout(1_000)
  }
}
