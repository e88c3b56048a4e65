import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { clubForm, fullAnswers, patronOf, renewalForm } from '#tests/people/patron.ts'
import { claimedCard, codeFor } from '#tests/records/cards.ts'
import { heldPass } from '#tests/records/passes.ts'
import { samples } from '#tests/samples/samples.ts'

/** What strangers can have Hub write to somebody: over every row that is open to anyone, so that a new one is in it. */

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
})
afterAll(() => hub.close())

// Of one kind to one mailbox in an hour.
const mostEmails = 5
const mostTexts = 3
const tries = inLong(100, 24)

type Input = { params?: object; query?: object; body?: unknown }
const rows = Object.entries(api as Record<string, Endpoint>).filter(([, row]) => row.access.kind === 'anyone')

/** How a stranger makes a row write to somebody, the row's sample aside: one input for each of their calls. */
const waysToCause: Record<string, () => Promise<(call: number) => Input | Promise<Input>>> = {
  startApplication: async () => (call) => ({
    params: clubForm,
    body: { Answers: { ...fullAnswers, EmailAddress: `victim+${call}@example.org` } },
  }),
  saveSession: async () => async (call) => ({
    params: clubForm,
    body: { Secret: await started(call), Answers: { ...fullAnswers, EmailAddress: 'saved@example.org' } },
  }),
  submitSession: async () => async (call) => ({
    params: clubForm,
    body: { Secret: await started(call, { EmailAddress: 'sent@example.org', MembershipType: 'Pensioner' }) },
  }),
  sendRenewalLink: async () => () => ({ params: renewalForm, body: { MembershipNumber: '10210' } }),
  sendRenewalCode: async () => {
    const patron = patronOf(hub)
    const Secret = await patron.identify('10211')
    const { SessionId: sessionId } = await patron.open(Secret, renewalForm)
    return (call) => ({
      params: { ...renewalForm, sessionId },
      body: { Secret, By: call % 2 ? 'sms' : 'email' },
    })
  },
  requestCardLink: async () => {
    const { EmailAddress } = await claimedCard(hub)
    // Each link is opened and ten minutes old when the next is asked for.
    return async () => {
      await hub.owner.query(
        `update card_offer set link_sent_at = null, used_at = now() where link_sent_at is not null`,
      )
      return { params: { code: await codeFor(hub, EmailAddress) } }
    }
  },
  requestPassLink: async () => {
    const { code } = await heldPass(hub)
    return async () => {
      await hub.owner.query(`update pass set link_sent_at = null`)
      return { params: { code } }
    }
  },
}

/** A session of an application, started from an address of its own. */
async function started(call: number, answers = {}): Promise<string> {
  const body = { Answers: { ...fullAnswers, EmailAddress: null, ...answers } }
  const answer = await send(api.startApplication, { params: clubForm, body }, call)
  return answer.json<{ Secret: string }>().Secret
}

/** A call from one of many addresses. */
function send(row: Endpoint, { params = {}, query = {}, body }: Input, call: number) {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? name),
  )
  return hub.app.inject({
    method: row.method,
    url: path,
    query: query as Record<string, string>,
    remoteAddress: `10.0.0.${call + 1}`,
    ...(body !== undefined && { payload: body as object }),
  })
}

test.each(rows)('%s fills nobody’s mailbox, from however many addresses', async (name, row) => {
  const inputOf = (await waysToCause[name]?.()) ?? (() => samples[name as keyof typeof samples])
  const { rows: last } = await hub.owner.query<{ id: string }>(`select max(id) as id from outbox_message`)
  // A few at a time, as they come.
  for (let call = 0; call < (name in waysToCause ? tries : 12); call += 4) {
    const inputs: Input[] = []
    for (const i of [0, 1, 2, 3]) inputs.push(await inputOf(call + i))
    await Promise.all(inputs.map((input, i) => send(row, input, call + i)))
  }
  const { rows: written } = await hub.owner.query<{ channel: string; kind: string; messages: number }>(
    `select channel, kind, max(messages)::int as messages from (
       select channel, kind, regexp_replace(recipient, '\\+.*@', '@'), count(*) as messages from outbox_message
       where id > $1 group by 1, 2, 3) each group by 1, 2`,
    [last[0]?.id ?? 0],
  )
  for (const { channel, messages } of written)
    expect(messages).toBeLessThanOrEqual(channel === 'sms' ? mostTexts : mostEmails)
  // It says little of a row that is known to write unless it did.
  if (name in waysToCause) expect(written).not.toEqual([])
})
