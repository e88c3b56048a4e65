import { type MessageKind, messageKinds } from '#contract/messaging/message-kinds.ts'
import type { Notice, NoticeKind, NoticeValues } from './bell.ts'

const text = (values: NoticeValues, name: string) => String(values[name] ?? '')
const number = (values: NoticeValues, name: string) => Number(values[name] ?? 0).toLocaleString('en-AU')

const ends: Readonly<Record<string, string>> = {
  Approved: 'was approved',
  Refused: 'was refused',
  Expired: 'was decided by nobody in time',
}

const words: Readonly<Record<NoticeKind, (values: NoticeValues) => string>> = {
  ImportChecked: (values) => `${text(values, 'FileName')} has been checked. Choose what to import.`,
  ImportDone: (values) =>
    `${text(values, 'FileName')} was imported: ${number(values, 'Created')} created, ${number(values, 'Updated')} updated, ${number(values, 'Refused')} refused.`,
  ImportFailed: (values) => `${text(values, 'FileName')} could not be imported.`,
  ReportReady: (values) =>
    `Your ${text(values, 'Schedule').toLowerCase()} report “${text(values, 'Name')}” is here.`,
  ApprovalAsked: (values) =>
    `${text(values, 'By')} asks for approval: ${about(values)}, ${text(values, 'Amount')}.`,
  ApprovalDecided: (values) =>
    `${about(values)}, ${text(values, 'Amount')}, ${ends[text(values, 'Status')] ?? 'was decided'}${by(values)}.`,
  InvitationsDone: (values) =>
    `“${text(values, 'Name')}” was sent to ${number(values, 'Invited')} ${values['Invited'] === 1 ? 'member' : 'members'}${text(values, 'State') === 'Failed' ? ', and then it failed' : ''}.`,
  DeliveryFailed: (values) =>
    `A message of yours could not be delivered: ${messageWords(values)}${to(values)}.`,
  RequestAssigned: (values) =>
    `${text(values, 'By')} gave you ${text(values, 'Kind') === 'Renewal' ? 'a renewal' : 'an application'} to decide${text(values, 'Name') ? `: ${text(values, 'Name')}` : ''}.`,
}

/** What a notice says, in one sentence or two. */
export const noticeWords = ({ Kind, Values }: Pick<Notice, 'Kind' | 'Values'>): string => words[Kind](Values)

/** 'Award points to a member: Sam Sample', as long as it is known for whom. */
const about = (values: NoticeValues) =>
  [text(values, 'Title'), text(values, 'About')].filter((part) => part !== '').join(': ')
const by = (values: NoticeValues) => (values['By'] ? ` by ${text(values, 'By')}` : '')
const to = (values: NoticeValues) => (values['Recipient'] ? ` to ${text(values, 'Recipient')}` : '')

function messageWords(values: NoticeValues): string {
  const kind = text(values, 'Kind')
  return messageKinds[kind as MessageKind]?.label.toLowerCase() ?? kind
}

export const bellWords = {
  title: 'Notifications',
  none: 'Nothing has happened while you were away.',
  readAll: 'Mark all as read',
  loadFailed: 'The notifications could not be loaded',
  readFailed: 'Could not be marked as read',
  label: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${atMost(9, unread)} unread`),
}

/** '9+' for more than nine. */
export const atMost = (most: number, count: number) => (count > most ? `${most}+` : String(count))
