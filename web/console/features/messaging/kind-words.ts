import { type MessageKind, messageKinds } from '#contract/messaging/message-kinds.ts'

/** What a message is for, as a label: 'Contact change'. Another version may have written one that is not known here. */
export function messageKindWords(kind: string): string {
  return messageKinds[kind as MessageKind]?.label ?? kind.charAt(0).toUpperCase() + kind.slice(1)
}
