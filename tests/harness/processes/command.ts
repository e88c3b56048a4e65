import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs `hub` in a process of its own, which can be killed. */
export function startCommand(words: readonly string[], environment: Record<string, string>, input = '') {
  const child = spawn(
    process.execPath,
    ['--import', './tools/end-with-parent.mjs', 'server/command/main.ts', ...words],
    {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  const ended = once(child, 'close')
  child.stdin.end(input)
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
