import type { ShownDocument } from '#contract/passes/pass-document.ts'
import { linkKindOf, type LinkKind } from '#contract/passes/pass-layout.ts'
import { listedLinks, listedMessages, type ListedLink, type ListedMessage } from './google-lists.ts'
import styles from './google-pass.module.css'
import { AddPart, Part } from './part.tsx'

/** What Google's wallet shows under the card: who the member is, messages and links. */
export function GoogleDetails({ document }: { document: ShownDocument }) {
  const messages = listedMessages(document)
  return (
    <div className={styles.details}>
      <dl className={styles.member}>
        <Detail
          path="GooglePayPassAccountOwnerName"
          name="Member name"
          text={document.GooglePayPassAccountOwnerName}
        />
        <Detail path="GooglePayPassAccountId" name="Member ID" text={document.GooglePayPassAccountId} />
      </dl>
      <Messages messages={messages.AllMembers} />
      <AddPart list="GooglePassMessages.AllMembers" name="Message to all members" />
      {messages.EachMember.length > 0 && <hr className={styles.divider} />}
      <Messages messages={messages.EachMember} isForEach />
      <AddPart list="GooglePassMessages.EachMember" name="Message to each member" />
      <ul className={styles.links}>
        {listedLinks(document).map((link) => (
          <LinkRow key={link.path} link={link} />
        ))}
      </ul>
      <AddPart list="GooglePassLinks.AllMembers" name="Link for all members" />
      <AddPart list="GooglePassLinks.EachMember" name="Link for each member" />
    </div>
  )
}

function Detail({ path, name, text }: { path: string; name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Part path={path} name={name} text={text}>
          {text}
        </Part>
      </dd>
    </div>
  )
}

function Messages({ messages, isForEach = false }: { messages: ListedMessage[]; isForEach?: boolean }) {
  if (messages.length === 0) return null
  return (
    <ul className={styles.messages}>
      {messages.map(({ message, ...part }) => (
        <li key={part.path}>
          <Part
            {...part}
            name={isForEach ? 'Message to each member' : 'Message to all members'}
            text={`${message.Label} ${message.Value}`.trim()}
            className={styles.message}
          >
            {isForEach && <span className={styles.flag}>Each member</span>} <strong>{message.Label}</strong>{' '}
            <span>{message.Value}</span>
          </Part>
        </li>
      ))}
    </ul>
  )
}

function LinkRow({ link: { link, ...part } }: { link: ListedLink }) {
  return (
    <li>
      <Part {...part} name="Link" text={link.Description || link.UriValue} className={styles.link}>
        <LinkIcon kind={linkKindOf(link.UriValue)} />
        <span>{link.Description || link.UriValue}</span>
      </Part>
    </li>
  )
}

const outlines: Record<LinkKind, string> = {
  tel: 'M5 4h4l2 5-2.500 1.500a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
  mailto: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zl9 6 9-6',
  https:
    'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M3.600 9h16.800M3.600 15h16.800M11.500 3a17 17 0 0 0 0 18M12.500 3a17 17 0 0 1 0 18',
}
const kindNames: Record<LinkKind, string> = { tel: 'Telephone', mailto: 'Mail', https: 'Website' }

function LinkIcon({ kind }: { kind: LinkKind | null }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={20}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      role="img"
      aria-label={kind ? kindNames[kind] : 'No link yet'}
    >
      {kind && <path d={outlines[kind]} />}
    </svg>
  )
}
