import { useEffect, useRef, useState } from 'react'
import { call, type Answer, type Failure } from '#web/api-client.ts'
import { largestImportBytes, memberImportsApi, type MemberImport } from '#contract/members/member-imports.ts'

const partBytes = 512 * 1024
const tries = 3

/** Sends a file of members part by part, telling how much has gone. What it comes to is the import, or why not. */
export function useUpload(businessId: string) {
  const running = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  // Who has left the page isn't led anywhere by what they left.
  useEffect(() => () => running.current?.abort(), [])

  async function upload(file: File): Promise<Answer<MemberImport> | null> {
    const controller = new AbortController()
    running.current = controller
    setProgress(0)
    try {
      return await send(businessId, file, controller.signal, setProgress)
    } catch (error) {
      if (!controller.signal.aborted) throw error
      return null
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  return { upload, cancel: () => running.current?.abort(), progress }
}

async function send(
  businessId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Answer<MemberImport>> {
  if (file.size === 0) return refused('The file is empty.')
  if (file.size > largestImportBytes) return refused('The file can have 150 MB at the most.')
  const decoder = new TextDecoder(await encodingOf(file))
  const parts = Math.ceil(file.size / partBytes)
  const body = { FileName: file.name, Size: file.size, Parts: parts }
  const created = await call(
    memberImportsApi.createMemberImport,
    { params: { businessId }, body },
    { signal },
  )
  if (!created.ok) return created
  const importId = created.data.ImportId
  for (let part = 0; part < parts; part++) {
    const Text = decoder.decode(await bytesOf(file, part), { stream: part < parts - 1 })
    const sent = await sendPart({ params: { businessId, importId, part }, body: { Text } }, signal)
    if (!sent.ok) return sent
    onProgress((part + 1) / parts)
  }
  return call(memberImportsApi.getMemberImport, { params: { businessId, importId } }, { signal })
}

type Part = { params: { businessId: string; importId: string; part: number }; body: { Text: string } }

/** A part that got lost is sent again: the server takes it once. */
async function sendPart(part: Part, signal: AbortSignal): Promise<Answer<undefined>> {
  for (let left = tries; ; left--) {
    const answer = await call(memberImportsApi.addMemberImportPart, part, { signal })
    const isLost = !answer.ok && (answer.status === 0 || answer.status >= 500)
    if (!isLost || left === 1) return answer
  }
}

function bytesOf(file: File, part: number): Promise<ArrayBuffer> {
  return file.slice(part * partBytes, (part + 1) * partBytes).arrayBuffer()
}

/** How the file is written: as its mark says, as UTF-8 if it is that throughout, else as Windows writes in the West. */
async function encodingOf(file: File): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let part = 0; part * partBytes < file.size; part++)
      decoder.decode(await bytesOf(file, part), { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function refused(message: string): Failure {
  return { ok: false, status: 400, message, code: null, errors: {} }
}
