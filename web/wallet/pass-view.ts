import type { ShownDocument } from '#contract/passes/pass-document.ts'
import type { PassImageUrls } from '#contract/passes/pass-images.ts'

/** What a wallet shows: a design with its dynamic data filled in, its pictures, and whose it is. */
export type PassView = {
  readonly document: ShownDocument
  readonly images: PassImageUrls
  readonly businessName: string
}

/** The name that stands on the pass. */
export function shownBusinessName({ document, businessName }: PassView): string {
  return document.BusinessNameOverride || businessName
}
