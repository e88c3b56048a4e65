import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { main, prepare } from './prepare.mjs'

// Starts Hub as `npm start` does, with a sign-in provider on this machine that plays Microsoft.
await main(async () => {
  const node = await prepare()
  if (Number.parseInt(process.versions.node, 10) < 24) {
    // The provider is TypeScript: a fresh clone has just installed the Node.js that runs it.
    spawn(node, [fileURLToPath(import.meta.url)], { stdio: 'inherit' }).once('exit', (code) => {
      process.exitCode = code ?? 1
    })
    return
  }
  const { startMicrosoft } = await import('#tests/fakes/microsoft.ts')
  const { issuer, settings } = await startMicrosoft()
  Object.assign(process.env, settings)
  console.log(`Microsoft is played at ${issuer}: sign in there with any e-mail address`)
  await import('./start.mjs')
})
