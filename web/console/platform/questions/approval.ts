import { useSyncExternalStore } from 'react'

/** A call that was refused for its amount, and the sentence that said so. */
export type RefusedCall = { readonly act: string; readonly input: unknown; readonly sentence: string }

type Question = RefusedCall & { readonly settle: (isAsked: boolean) => void }

let question: Question | null = null
const listeners = new Set<() => void>()

/** Has the one dialog offer to ask for approval; tells whether somebody was asked. */
export function offerApproval(refused: RefusedCall): Promise<boolean> {
  return new Promise((resolve) => {
    question?.settle(false)
    const settle = (isAsked: boolean) => {
      show(null)
      resolve(isAsked)
    }
    show({ ...refused, settle })
  })
}

/** Nobody is there to ask any more. */
export function giveUpApproval(): void {
  question?.settle(false)
}

/** What the dialog offers now. */
export function useApprovalQuestion(): Question | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
  )
}

function show(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}
