import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '#platform/refusals'

// The deepest body of the contract has seven levels, the longest some thousands of values.
const deepest = 50
const mostValues = 20_000

/**
 * Lets JSON in whose depth and number of values are bounded, before anything is made of it: whatever walks through
 * a body later, by recursion or with a complaint for each value, has an end. Names that would reach an object's
 * prototype are refused.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, body: string, done) => {
      // No body is none, whatever it is said to be: whether the row needs one, the row says.
      if (body.trim() === '') return done(null, undefined)
      const sentence = excessOf(body)
      return sentence === null ? parse(request, body, done) : done(invalid(sentence))
    },
  )
}

/** What is too much in a text that may be JSON, in a sentence; null if nothing is. */
function excessOf(text: string): string | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === ',' && ++values > mostValues) return 'The request holds too many values.'
    else if (character === ']' || character === '}') depth--
    else if ((character === '[' || character === '{') && ++depth > deepest)
      return 'The request is nested too deeply.'
  }
  return null
}

/** Where the string that begins there ends: at the next quote that no backslash takes its meaning from. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
