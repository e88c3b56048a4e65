import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, file } from '#contract/endpoint.ts'

const rows = api as Record<string, Endpoint>
const sending = Object.entries(rows).filter(([, { sendsToMany }]) => sendsToMany)
const isForSending = ({ access }: Endpoint) =>
  access.kind === 'permission' && access.permissions[0] === 'Message.Send'

test('whatever is done by those who may write to many sends to many, or belongs to a row that does', () => {
  const around = sending.flatMap(([name, { sendsToMany }]) => [name, ...Object.values(sendsToMany!)])
  const others = Object.entries(rows).filter(([name, row]) => isForSending(row) && !around.includes(name))
  // The list of all of them.
  expect(others.map(([name]) => name)).toEqual(['listPassInvitations'])
  expect(sending.length).toBeGreaterThan(0)
})

test.each(sending)('%s has its count, its preview, its try, its brakes and its outcome', (_name, row) => {
  const { count, preview, tryOut, read, pause, goOn, stop, recipients, file: list } = row.sendsToMany!
  for (const name of Object.values(row.sendsToMany!)) expect(rows[name]?.access).toEqual(row.access)
  for (const name of [count, preview, read, recipients, list]) expect(rows[name]!.method).toBe('GET')
  for (const name of [tryOut, pause, goOn, stop]) expect(rows[name]!.method).toBe('POST')
  expect(rows[list]!.output).toBe(file)
  expect(row.body).toHaveProperty('shape.ConfirmCount')
})

// Who writes to many of its own, without anybody pressing a button for so many.
const byItself: Readonly<Record<string, string>> = {
  'members/contacts/tell-contact-changes.ts': 'those whose contact was changed, when it was',
  'reports/send-reports.ts': 'to users, who have each asked for it, as often as they said',
  'requests/reminders/reminders.ts': 'by the calendar, as a form says, and each once',
}

test('nobody queues messages to many but what sends to many, or has a reason', () => {
  const server = new URL('../../server/', import.meta.url)
  const queueing = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts', 'messaging/**'] }).filter(
    (path) => {
      const source = readFileSync(new URL(path, server), 'utf8')
      return /queue(Many|Email|Sms)\(/.test(source) && source.includes("'bulk'")
    },
  )
  expect(queueing.toSorted((one, other) => one.localeCompare(other))).toEqual(
    [...Object.keys(byItself), 'passes/invitations/run-work.ts'].toSorted((one, other) =>
      one.localeCompare(other),
    ),
  )
})
