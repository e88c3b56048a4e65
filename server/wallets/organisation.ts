import type { ResolvedPass } from '#server/passes'

/** The name that stands on a pass for the business. */
export function organisationOf({
  Document,
  businessName,
}: Pick<ResolvedPass, 'Document' | 'businessName'>): string {
  return Document.BusinessNameOverride || businessName
}
