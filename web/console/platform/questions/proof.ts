import { useSyncExternalStore } from 'react'

/** Why somebody is asked to show again who they are; null while nobody is. */
let question: string | null = null
let answers: ((isProven: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Has the one dialog ask; calls that need it at the same time share its answer. */
export function askForProof(sentence: string): Promise<boolean> {
  question ??= sentence
  tell()
  return new Promise((resolve) => answers.push(resolve))
}

/** The question is answered, or given up. */
export function settleProof(isProven: boolean): void {
  const settled = answers
  question = null
  answers = []
  tell()
  for (const settle of settled) settle(isProven)
}

/** What the dialog asks for now. */
export function useProofQuestion(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
  )
}

function tell(): void {
  for (const listener of listeners) listener()
}
