#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { main, prepare } from './prepare.mjs'

// The name by which npm tells scripts where they were called from: files that are named are looked for there.
process.env.INIT_CWD ??= process.cwd()

await main(async () => {
  const node = await prepare()
  const command = spawn(
    node,
    ['--import', './tools/end-with-parent.mjs', 'server/command/main.ts', ...process.argv.slice(2)],
    { stdio: 'inherit', env: { NODE_COMPILE_CACHE: 'node_modules/.cache/node', ...process.env } },
  )
  // A terminal sends its own to both of us: who is asked twice ends once.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => command.kill(signal))
  const code = await new Promise((resolve) => command.once('exit', (ended) => resolve(ended ?? 1)))
  process.exitCode = Number(code)
})
