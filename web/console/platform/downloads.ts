import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { callForFile, type Answer, type CallInput, type Failure } from '#web/api-client.ts'

type DownloadOptions = { signal: AbortSignal; onProgress: (bytes: number) => void }

/**
 * Fetches the file of a row, telling how many bytes have come, and saves it under the server's name for it.
 * Throws only when the caller itself called it off.
 */
export async function download<Row extends Endpoint>(
  row: Row,
  input: CallInput<Row>,
  { signal, onProgress }: DownloadOptions,
): Promise<Answer<File>> {
  const answer = await callForFile(row, input, { signal }, async (response) => {
    const parts = await collect(response, onProgress)
    const type = response.headers.get('Content-Type') ?? ''
    return { ok: true, data: new File(parts, downloadName(response), { type }) }
  })
  if (answer.ok) save(answer.data)
  return answer
}

export type DownloadTexts = {
  /** The toast when it worked; some say nothing. */
  success?: string | undefined
  /** The toast when it didn't, with the server's sentence under it. Of a 404 the server's sentence is all. */
  failure: string | ((failure: Failure) => string)
}

/** One download at a time, with how far it is and a way to call it off. It goes on when its page is left. */
export function useDownload<Row extends Endpoint>(row: Row, { success, failure }: DownloadTexts) {
  const running = useRef<AbortController | null>(null)
  const [bytes, setBytes] = useState<number | null>(null)

  async function start(input: CallInput<Row>) {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setBytes(0)
    try {
      const answer = await download(row, input, { signal: controller.signal, onProgress: setBytes })
      if (answer.ok) {
        if (success) toasts.success(success)
      } else if (answer.status === 404) toasts.error(answer.message)
      else toasts.error(typeof failure === 'string' ? failure : failure(answer), answer.message)
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      running.current = null
      // At once: who sees what became of it may press again.
      flushSync(() => setBytes(null))
    }
  }
  return { start, cancel: () => running.current?.abort(), bytes }
}

async function collect(response: Response, onProgress: (bytes: number) => void): Promise<BlobPart[]> {
  const parts: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) return parts
    parts.push(value)
    bytes += value.byteLength
    onProgress(bytes)
  }
}

function downloadName(response: Response): string {
  const [, name = 'download'] =
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return decodeURIComponent(name)
}

const keptMs = 60_000

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser may still be asking where to put it.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}
