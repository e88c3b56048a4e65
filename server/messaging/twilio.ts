import { z } from 'zod'
import { fetchInTime, patienceMs } from '#platform/outside'
import type { Settings } from '#platform/settings'
import type { Adapter } from './send.ts'

const Refused = z.object({ message: z.string() })

/** Sends text messages through Twilio; null where it is not set up. */
export function twilioAdapter(settings: Settings['twilio']): Adapter | null {
  if (!settings) return null
  const { url, accountSid, authToken, from } = settings
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  return {
    async send({ to, text }) {
      const answer = await fetchInTime(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        withinMs: patienceMs.ofJobs,
      })
      if (answer.ok) return
      const refused = Refused.safeParse(await answer.json().catch(() => null))
      throw new Error(refused.success ? refused.data.message : `Twilio answered ${answer.status}.`)
    },
  }
}
