import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import { PassDocument } from '#contract/passes/pass-document.ts'
import type { PassPart } from '#contract/passes/pass-words.ts'

/** The document of a configuration, without what the server keeps beside it. */
export function documentOf(configuration: PassConfiguration): PassDocument {
  return PassDocument.parse(configuration)
}

/** Some parts of a document alone. */
export function partsOfDocument(document: PassDocument, parts: readonly PassPart[]): Partial<PassDocument> {
  return Object.fromEntries(parts.map((part) => [part, document[part]]))
}
