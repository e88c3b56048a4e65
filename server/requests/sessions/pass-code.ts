import { derive } from '#platform/secrets'

/**
 * The code of the digital card that comes with a session: made of its secret, so that the page can show the card at once
 * and nobody has to keep how to open it. It doesn't tell the secret.
 */
export function passCodeOf(secret: string): string {
  return `p-${derive(secret, 'digital card of a request').slice(0, 22)}`
}
