import { spawn } from 'node:child_process'
import { main, prepare } from './prepare.mjs'

// The pages have the port that people open; the server stands behind them on the next one.
const port = Number(process.env.PORT ?? 8080)
const serverUrl = `http://127.0.0.1:${port + 1}`

await main(async () => {
  const node = await prepare()
  const start = (/** @type {string[]} */ args, /** @type {Record<string, string>} */ env) =>
    spawn(node, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const both = [
    start(['--watch', '--watch-preserve-output', 'server/main.ts'], {
      PORT: String(port + 1),
      HUB_PUBLIC_URL: `http://127.0.0.1:${port}`,
      // With a public address it has to be asked for, and this one is no other than that of this machine.
      HUB_DEMO: process.env.HUB_DEMO ?? (process.env.DATABASE_URL || process.env.HOST ? '' : 'on'),
    }),
    start(['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], {
      DEV_SERVER_URL: serverUrl,
    }),
  ]
  // Either is of no use without the other.
  const endBoth = () => both.forEach((child) => child.kill())
  for (const child of both) child.once('exit', endBoth)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endBoth)
})
