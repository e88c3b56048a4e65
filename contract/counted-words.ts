import { mostCounted } from './endpoint.ts'

const figure = new Intl.NumberFormat('en-AU')

/** A number of what is counted so far, or one beyond that where there is more. */
export function countedInWords(count: number): string {
  return count > mostCounted ? `more than ${figure.format(mostCounted)}` : figure.format(count)
}

/** As a sentence begins. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
