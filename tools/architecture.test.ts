import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const drawn = readFileSync('docs/architecture.md', 'utf8')

/** What the drawing says of a folder: its line, or those that stand below it. */
function toldOf(module: string): string {
  const lines = drawn.split('\n')
  const place = lines.findIndex((line) => line.startsWith(`  ${module}/`))
  const below = lines.slice(place + 1)
  const length = below.findIndex((line) => !line.startsWith('    '))
  return place < 0 ? '' : [lines[place]!.slice(module.length + 3), ...below.slice(0, length)].join('\n')
}

const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))

const isRoom = (folder: string) => existsSync(join(folder, 'index.ts'))

test.each(foldersOf('server').filter((module) => module !== 'migrations'))(
  'every room of server/%s is drawn in docs/architecture.md',
  (module) => {
    const rooms = foldersOf(join('server', module)).filter((room) => isRoom(join('server', module, room)))
    const told = toldOf(module)
    expect(told).not.toBe('')
    expect(rooms.filter((room) => !new RegExp(`(?<![\\w-])${room}(?![\\w-])`).test(told))).toEqual([])
  },
)

test.each(['door', 'patron', 'ui', 'offline', 'wallet', 'platform'])('web/%s is drawn there', (part) => {
  expect(drawn.slice(drawn.indexOf('\nweb/\n'))).toMatch(new RegExp(`^  ${part}/ `, 'm'))
})
