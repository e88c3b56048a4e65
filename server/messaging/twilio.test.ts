import { expect, test } from 'vitest'
import { patienceMs } from '#platform/outside'
import { openSilentServer } from '#tests/fakes/silent-server.ts'
import { twilioAdapter } from './twilio.ts'

test('a Twilio that takes a message and says nothing is given up', async () => {
  const { url, given, close } = await openSilentServer()
  const twilio = twilioAdapter({ url, accountSid: 'AC1', authToken: 'token', from: '+61400000000' })!
  const sending = twilio.send({ to: '+61400000001', subject: null, text: 'Hello' })
  await expect(sending).rejects.toThrow('The time is over.')
  expect(given).toEqual([patienceMs.ofJobs])
  await close()
})
