import { sortLinks } from '#contract/passes/pass-layout.ts'
import type { ShownDocument, PassField, PassLink } from '#contract/passes/pass-document.ts'

const audiences = ['AllMembers', 'EachMember'] as const

type Listed = { path: string; before: string | undefined; after: string | undefined }
export type ListedMessage = Listed & { message: PassField }
export type ListedLink = Pick<Listed, 'path'> & { link: PassLink }

/** Messages with their paths: those that all members see, then those that each gets for themself. */
export function listedMessages({ GooglePassMessages }: ShownDocument) {
  const of = (audience: (typeof audiences)[number]): ListedMessage[] => {
    const pathOf = (index: number) =>
      GooglePassMessages[audience][index] ? `GooglePassMessages.${audience}.${index}` : undefined
    return GooglePassMessages[audience].map((message, index) => ({
      message,
      path: `GooglePassMessages.${audience}.${index}`,
      before: pathOf(index - 1),
      after: pathOf(index + 1),
    }))
  }
  return { AllMembers: of('AllMembers'), EachMember: of('EachMember') }
}

/** All links with their paths, in the order they are shown in: telephone, mail, web. */
export function listedLinks({ GooglePassLinks }: ShownDocument): ListedLink[] {
  const links = audiences.flatMap((audience) =>
    GooglePassLinks[audience].map((link, index) => ({
      link,
      UriValue: link.UriValue,
      path: `GooglePassLinks.${audience}.${index}`,
    })),
  )
  return sortLinks(links).map(({ link, path }) => ({ link, path }))
}
