import type { PassImage, PassImageUrls } from './pass-images.ts'

// Without the schemas: pages of patrons draw passes, and have no library for schemas.

/** The kinds of links, in the order they are shown in. */
export const linkKinds = ['tel', 'mailto', 'https'] as const
export type LinkKind = (typeof linkKinds)[number]

/** What kind of link an address is; null for one that passes don't take. */
export function linkKindOf(uri: string): LinkKind | null {
  if (/^tel:\+?[\d ()-]{3,}$/i.test(uri)) return 'tel'
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(uri)) return 'mailto'
  return /^https:\/\/[^\s/]+\S*$/i.test(uri) ? 'https' : null
}

/** Links in the order they are shown in: telephone, mail, web. */
export function sortLinks<Link extends { readonly UriValue: string }>(links: readonly Link[]): Link[] {
  const rank = ({ UriValue }: Link) => {
    const kind = linkKindOf(UriValue)
    return kind === null ? linkKinds.length : linkKinds.indexOf(kind)
  }
  return links.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * How much of the Apple pass's front there is room for. The wallet writes a long primary field smaller before it cuts it;
 * so many characters are sure to fit.
 */
export const appleFront = { logoText: 12, primaryValue: 24, secondaryFields: 3, secondaryValue: 10 } as const

/** A text as far as there is room for it. */
export function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : characters.slice(0, most).join('')
}

/** The pictures of a configuration by their type. */
export function urlsOf(images: readonly PassImage[]): PassImageUrls {
  return Object.fromEntries(images.map(({ imageType, Url }) => [imageType, Url]))
}
