import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { callForFile, type Answer, type CallInput } from '#web/api-client.ts'
import { untilConnected } from './connection/connection.ts'

const shortestPauseMs = 2_000
const longestPauseMs = 60_000

/**
 * Follows a row that answers with server-sent events, and takes it up again whenever it ends; without an input it rests.
 * The browser's own EventSource can't carry the token.
 */
export function useStream<Row extends Endpoint, Schema extends z.ZodType>(
  row: Row,
  input: CallInput<Row> | null,
  schema: Schema,
  onMessage: (message: z.output<Schema>) => void,
): { isLive: boolean } {
  const [isLive, setLive] = useState(false)
  const latest = useRef({ schema, onMessage })
  useEffect(() => {
    latest.current = { schema, onMessage }
  })
  const key = JSON.stringify(input)

  useEffect(() => {
    if (key === 'null') return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const listen = async () => {
      const answer = await callForFile(
        row,
        JSON.parse(key) as CallInput<Row>,
        { signal },
        async (response) => {
          for await (const data of eventsOf(response)) {
            setLive(true)
            const read = latest.current.schema.safeParse(JSON.parse(data))
            if (read.success) latest.current.onMessage(read.data)
          }
          return { ok: true, data: null }
        },
      )
      if (!signal.aborted) setLive(false)
      return answer
    }
    // It throws only when it is called off.
    follow(listen, signal).catch(() => undefined)
    return () => {
      leaving.abort()
      setLive(false)
    }
  }, [row, key])

  return { isLive }
}

/**
 * Listens again whenever a stream ends, not all at the same moment; to what is refused less and less often, as it may
 * be for long. While the server is away nobody asks for it here.
 */
export async function follow(listen: () => Promise<Answer<unknown>>, signal: AbortSignal): Promise<void> {
  for (let refusals = 0; !signal.aborted;) {
    const { ok } = await untilConnected(listen, signal)
    refusals = ok ? 0 : refusals + 1
    const ms = Math.min(shortestPauseMs * 2 ** Math.max(0, refusals - 1), longestPauseMs)
    await new Promise((resolve) => setTimeout(resolve, ms * (0.75 + Math.random() / 2)))
  }
}

// The server says something every 20 seconds: who hears nothing for longer has lost the connection without a word.
const quietMs = 50_000

/** What a stream of server-sent events says, until it ends or falls silent. */
export async function* eventsOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let text = ''
  try {
    for (;;) {
      const value = await nextWithin(quietMs, reader)
      if (value === undefined) return
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) if (event.startsWith('data: ')) yield event.slice('data: '.length)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

async function nextWithin(
  ms: number,
  reader: ReadableStreamDefaultReader<string>,
): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return (await Promise.race([reader.read(), silence]))?.value
  } finally {
    clearTimeout(timer)
  }
}
