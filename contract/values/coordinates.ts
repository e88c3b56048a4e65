import { z } from 'zod'

const degrees = (most: number, sentence: string) =>
  z.number(sentence).min(-most, sentence).max(most, sentence)

/** Where on earth something is, in degrees, as maps tell it. */
export const Coordinates = z.object({
  Latitude: degrees(90, 'Enter the latitude in degrees, from -90 to 90.'),
  Longitude: degrees(180, 'Enter the longitude in degrees, from -180 to 180.'),
})
export type Coordinates = z.infer<typeof Coordinates>
