import type { PageName } from '#contract/console-paths.ts'
import { addressesOf, outsideOf } from '#e2e/layout/addresses.ts'
import { cloneDatabase } from '#tests/database.ts'
import startTestPostgres from '#tests/processes/postgres.ts'
import { openServers } from '#tests/processes/servers.ts'
import { openFirefox } from './bidi.mjs'

const pages: PageName[] = [
  'home',
  'members',
  'member',
  'events',
  'cards',
  'membershipRequests',
  'reports',
  'roles',
]
const widths = [390, 1000, 1440]
// It speaks of a page, which nothing here sees: it is taken as the text that a browser runs.
const ofPages: string = '#e2e/layout/find-spills.ts'
const { findSpills } = (await import(ofPages)) as { findSpills: () => string[] }

const stopPostgres = await startTestPostgres()
const servers = openServers()
const firefox = await openFirefox(process.argv[2] ?? '')
try {
  const { url: databaseUrl } = await cloneDatabase()
  const base = await servers.start({ DATABASE_URL: databaseUrl })
  for (const address of await outsideOf(databaseUrl)) await look(base, address)
  await look(base, '/')
  await firefox.evaluate(`fetch('/identity/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'super@hub.example', password: 'demo-password' }),
  }).then(({ status }) => status)`)
  for (const address of await addressesOf(databaseUrl, pages)) await look(base, address)
} finally {
  await firefox.close()
  await servers.close()
  await stopPostgres()
}

/** Opens a page, waits for what it shows, and tells what went wrong and what stands beside its place. */
async function look(base: string, address: string) {
  firefox.heard.length = 0
  await firefox.goTo(base + address)
  const isReady = `new Promise((done) => {
    const look = () => document.querySelector('h1') && !document.querySelector('[aria-busy=true]')
      ? done(true) : Date.now() < end ? setTimeout(look, 50) : done(false)
    const end = Date.now() + 30000
    look()
  })`
  const wrong = (await firefox.evaluate(isReady)) ? [] : ['shows nothing']
  for (const width of widths) {
    await firefox.resize(width, 900)
    const spills: string[] = await firefox.evaluate(`(${findSpills.toString()})()`)
    wrong.push(...spills.map((spill) => `${width}: ${spill}`))
  }
  wrong.push(...firefox.heard)
  console.log(`${wrong.length === 0 ? '✓' : '✗'} ${address}`, ...wrong.map((each) => `\n    ${each}`))
  if (wrong.length > 0) process.exitCode = 1
}
