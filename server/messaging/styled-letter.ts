import type { ClubLook } from '#contract/business/club-look.ts'
import { clubLetter } from '#contract/messaging/club-letter.ts'
import type { Picture } from '#platform/files'

/** A letter in the look of the business that sends it, and the pictures that it brings along, by their ids in it. */
export type StyledLetter = {
  readonly html: string
  readonly pictures: readonly (Picture & { readonly cid: string })[]
}

const cid = 'logo@club'

/**
 * A letter in the club's look. The logo comes along: most mail programs show such a picture at once, where one of an address is asked
 * about first, and it stays when the club has another.
 */
export function styledLetter(
  text: string,
  club: { readonly BusinessName: string; readonly Look: ClubLook },
  logo: Picture | null,
): StyledLetter {
  const html = clubLetter({
    text,
    name: club.BusinessName,
    look: club.Look,
    logo: logo && `cid:${cid}`,
  })
  return { html, pictures: logo ? [{ ...logo, cid }] : [] }
}
