import { sessionMark } from '#contract/first-paths.ts'

/** Whether this browser may have a session: its own cookie is out of our reach, the mark beside it isn't. */
export function hasSessionMark(): boolean {
  return document.cookie.split('; ').includes(`${sessionMark}=1`)
}

/** There is one, though a server of the former version has begun it. */
export function keepSessionMark(): void {
  if (!hasSessionMark()) write(1)
}

/** There is none after all: what is left of its cookie isn't asked about again. */
export function dropSessionMark(): void {
  write(0)
}

function write(mark: 0 | 1): void {
  document.cookie = `${sessionMark}=${mark}; Path=/; SameSite=Lax`
}
