import { useEffect } from 'react'

/** Keeps the screen on while the page is looked at; browsers let go of it when it is hidden. */
export function useWakeLock(): void {
  useEffect(keepAwake, [])
}

/** The same, until the function that it returns is called. */
export function keepAwake(): (() => void) | undefined {
  if (!('wakeLock' in navigator)) return undefined
  const leaving = new AbortController()
  const take = async () => {
    if (document.hidden) return
    // A battery that is low says no, and the screen goes dark as ever.
    const lock = await navigator.wakeLock.request('screen').catch(() => null)
    if (leaving.signal.aborted) await lock?.release()
    else leaving.signal.addEventListener('abort', () => void lock?.release(), { once: true })
  }
  void take()
  document.addEventListener('visibilitychange', () => void take(), { signal: leaving.signal })
  return () => leaving.abort()
}
