import { inputSentence } from './input-words.ts'

/** How the server asks every schema. The console sets the same map for all of its forms at once, where it starts. */
export const inSentences = { error: inputSentence } as const
