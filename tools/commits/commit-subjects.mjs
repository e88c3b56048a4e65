import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { wrongIn } from './commit-subject.mjs'

// `npm run commits -- <range>` looks at the commits of a range, those of this branch if none is named; the hook at a message.
const [what = 'main..HEAD', file] = process.argv.slice(2)
const subjects =
  what === '--file' && file
    ? [readFileSync(file, 'utf8').split('\n', 1)[0] ?? '']
    : execFileSync('git', ['log', '--format=%s', what], { encoding: 'utf8' }).split('\n').filter(Boolean)

for (const subject of subjects) {
  const wrong = wrongIn(subject)
  if (!wrong) continue
  console.error(`${subject}\n  ${wrong}`)
  process.exitCode = 1
}
