import type { HeldPass } from '#contract/passes/pass-claims.ts'

/** A pass as it last was, and when that was. */
export type KeptPass = { readonly pass: HeldPass; readonly at: string }

const keyOf = (code: string) => `hub.pass.${code}`

/** Keeps a pass on the device, for when there is no connection. */
export function keepPass(code: string, pass: HeldPass): void {
  try {
    localStorage.setItem(keyOf(code), JSON.stringify({ pass, at: new Date().toISOString() }))
  } catch {
    // Where the browser keeps nothing, the pass needs a connection.
  }
}

/** The pass that was kept; null if there is none. */
export function keptPass(code: string): KeptPass | null {
  try {
    const kept = localStorage.getItem(keyOf(code))
    return kept === null ? null : (JSON.parse(kept) as KeptPass)
  } catch {
    return null
  }
}

/** Forgets a pass that is no more. */
export function forgetPass(code: string): void {
  try {
    localStorage.removeItem(keyOf(code))
  } catch {
    // Nothing was kept.
  }
}
