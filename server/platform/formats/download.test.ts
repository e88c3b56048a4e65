import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createServer } from '#platform/serving'
import { readSettings } from '#platform/settings'
import { sendDownload, stampedName } from './download.ts'

test('a file is named by the day and time of the place where it is read', () => {
  const at = new Date('2026-11-15T17:52:48Z')
  expect(stampedName('disbursement', 'csv', 'Australia/Sydney', at)).toBe(
    'disbursement-16-11-2026-04-52-48.csv',
  )
  expect(stampedName('members', 'csv', 'UTC', at)).toBe('members-15-11-2026-17-52-48.csv')
})

test('who asks for a file and neither reads it nor leaves is hung up on', async () => {
  const app = createServer(readSettings({ HUB_LOG_LEVEL: 'silent' }))
  let isOver = () => {}
  const over = new Promise<string>((resolve) => (isOver = () => resolve('hung up')))
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(100_000)
    } finally {
      isOver()
    }
  }
  app.get('/file', (_, reply) => sendDownload(reply, { type: 'text/csv', content: endless() }, 100))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write('GET /file HTTP/1.1\r\nHost: hub.example\r\n\r\n')
  expect(await over).toBe('hung up')
  socket.destroy()
  await app.close()
})

test('who asks for the head of a file has it before the content is begun', async () => {
  const app = createServer(readSettings({ HUB_LOG_LEVEL: 'silent' }))
  let isBegun = false
  async function* content() {
    isBegun = true
    yield 'a,b'
  }
  app.get('/file', (_, reply) => sendDownload(reply, { type: 'text/csv', name: 'a.csv', content: content() }))
  const head = await app.inject({ method: 'HEAD', url: '/file' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': "attachment; filename*=UTF-8''a.csv",
  })
  await app.close()
  expect(isBegun).toBe(false)
})
