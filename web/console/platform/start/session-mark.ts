import { sessionMark } from '#contract/first-paths.ts'

/** Whether this browser may have a session: its own cookie is out of our reach, the mark beside it isn't. */
export function hasSessionMark(): boolean {
  return document.cookie.split('; ').includes(`${sessionMark}=1`)
}

/** There is none after all. */
export function dropSessionMark(): void {
  document.cookie = `${sessionMark}=; Max-Age=0; Path=/`
}
