import { useEffect, useRef, useState } from 'react'
import type { Desk } from '#door/desk/desk.ts'
import type { LoggedScan } from '#door/desk/storage.ts'
import { tellByEarAndHand } from '#door/scanning/feedback.ts'
import { scanCode } from '#door/scanning/scanning.ts'
import type { Settings } from './settings.ts'

type Shown = { readonly scan: LoggedScan; readonly isHeld: boolean }

/** Scans, and shows what came of the last until it has been there long enough. The next one wins at once. */
export function useResult(desk: Desk, settings: Settings) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [isLooking, setLooking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const lastAsked = useRef(0)

  async function scan(code: string) {
    if (code.trim() === '') return
    const asked = ++lastAsked.current
    // Nobody takes the one before for the one who is looked up.
    setShown(null)
    setFailed(false)
    setLooking(true)
    const made = await scanCode(desk, code).catch(() => null)
    if (made) tellByEarAndHand(made.Result, settings)
    // Of several at once the latest is shown; the others are in the list.
    if (asked !== lastAsked.current) return
    setShown(made && { scan: made, isHeld: false })
    setFailed(made === null)
    setLooking(false)
  }
  const { clearsAfter } = settings
  useEffect(() => {
    if (!shown || shown.isHeld || clearsAfter === null) return undefined
    const timer = setTimeout(() => setShown(null), clearsAfter * 1_000)
    return () => clearTimeout(timer)
  }, [shown, clearsAfter])

  return {
    // As it is in the list by now: it may have been undone, or answered anew.
    shown: shown && (desk.state.scans.find(({ ScanId }) => ScanId === shown.scan.ScanId) ?? shown.scan),
    isLooking,
    /** The device could not keep the last scan. */
    hasFailed,
    scan: (code: string) => void scan(code),
    clear: () => setShown(null),
    hold: () => setShown((now) => now && { ...now, isHeld: true }),
  }
}
