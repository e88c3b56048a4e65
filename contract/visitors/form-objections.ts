import type { VisitorDesk, VisitorFields } from './visitor-desk.ts'
import { placeNeeded, visitorTexts } from './visitor-words.ts'

/** What speaks against an entry: where a form shows it, and a sentence. */
export type Objection = { readonly field: keyof VisitorFields | 'VisitId'; readonly sentence: string }

/** What speaks against an entry by the rules of the business alone: a door says it without a connection, too. */
export function formObjections(visit: VisitorFields, rules: VisitorDesk): Objection[] {
  const isGuest = visit.Kind === 'Guest'
  const isOfClub = visit.Kind === 'Reciprocal'
  const hasHost = Boolean(visit.HostMemberId || visit.HostCode)
  const found: [Objection['field'], string | null | false][] = [
    ['Kind', !rules.Kinds.includes(visit.Kind) && visitorTexts.notAllowed],
    ['HostCode', isGuest && !hasHost && visitorTexts.hostNeeded],
    ['ClubName', isOfClub && clubObjection(visit, rules)],
    ['ClubNumber', isOfClub && visit.ClubNumber === '' && visitorTexts.clubNumberNeeded],
    ['Address', visit.Address === '' && placeNeeded(rules.AsksFor)],
    ['Signature', rules.NeedsSignature && visit.Signature === null && visitorTexts.signatureNeeded],
  ]
  return found.flatMap(([field, sentence]) => (sentence ? [{ field, sentence }] : []))
}

function clubObjection({ ClubName }: VisitorFields, { ClubNames }: VisitorDesk): string | null {
  if (ClubName === '') return visitorTexts.clubNeeded
  return ClubNames.includes(ClubName) ? null : visitorTexts.noSuchClub
}
