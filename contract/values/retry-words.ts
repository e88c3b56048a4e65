const minute = 60
const hour = 60 * minute

// What says already in how long: 'Try again in a moment.'
const saysWhen = /\bin (?:a|an|\d+) (?:moment|second|minute|hour)/i

/**
 * A refusal's sentence, and after it in how long it is worth trying again, where the answer says so (Retry-After, in
 * seconds) and the sentence itself doesn't. No schemas here: every page reads refusals.
 */
export function withRetryTime(sentence: string, retryAfter: string | null): string {
  const seconds = Number(retryAfter)
  if (!(seconds > 0) || saysWhen.test(sentence)) return sentence
  return `${sentence} You can try again in ${waitInWords(seconds)}.`
}

function waitInWords(seconds: number): string {
  if (seconds < minute) return counted(seconds, 'second')
  return seconds < hour ? counted(seconds / minute, 'minute') : counted(seconds / hour, 'hour')
}

// Rounded up: who comes a little later is let in, who comes earlier isn't.
function counted(amount: number, unit: string): string {
  const whole = Math.ceil(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
