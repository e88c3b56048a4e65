import { Button, ScrollArea, Text, Title } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useRef } from 'react'
import { useAction } from '#console/actions.ts'
import { useList } from '#console/queries.ts'
import { bellApi, type Notice } from '#contract/bell/bell.ts'
import { bellWords, noticeWords } from '#contract/bell/notice-words.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import styles from './bell.module.css'
import { useNoticeHref } from './notice-href.ts'

type Props = { businessId: string; onLeave: () => void }

/** What happened, newest first; a press on one leads to it, and has read it. */
export function NoticeList({ businessId, onLeave }: Props) {
  const params = { businessId }
  const list = useList(bellApi.listNotices, { params })
  const readAll = useAction(bellApi.readNotices, { failure: bellWords.readFailed })
  const newest = list.rows?.[0]
  // A button that goes once it is pressed leaves the keyboard here, where Escape still closes.
  const title = useRef<HTMLHeadingElement>(null)
  const hasUnread = list.rows?.some(({ IsRead }) => !IsRead) ?? false
  return (
    <>
      <div className={styles.head}>
        <Title order={2} size="h4" ref={title} tabIndex={-1} className={styles.title}>
          {bellWords.title}
        </Title>
        {hasUnread && newest && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isRunning}
            onClick={() => {
              title.current?.focus()
              void readAll.run({ params, body: { UpTo: newest.Date } })
            }}
          >
            {bellWords.readAll}
          </Button>
        )}
      </div>
      <ScrollArea.Autosize mah="min(28rem, 70dvh)">
        <Rows list={list} businessId={businessId} onLeave={onLeave} onRead={() => title.current?.focus()} />
      </ScrollArea.Autosize>
    </>
  )
}

type RowsProps = Props & { onRead: () => void }

function Rows({
  list,
  ...props
}: RowsProps & { list: ReturnType<typeof useList<typeof bellApi.listNotices>> }) {
  const { rows, error } = list
  if (!rows && error)
    return <ErrorState title={bellWords.loadFailed} detail={error.message} onRetry={list.retry} />
  if (!rows)
    return (
      <div className={styles.waiting}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </div>
    )
  if (rows.length === 0) return <EmptyState text={bellWords.none} />
  return (
    <>
      <ul className={styles.list}>
        {rows.map((notice) => (
          <NoticeRow key={notice.NoticeId} notice={notice} {...props} />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" fullWidth loading={list.isLoadingMore} onClick={list.loadMore}>
          Load more
        </Button>
      )}
    </>
  )
}

function NoticeRow({ notice, businessId, onLeave, onRead }: RowsProps & { notice: Notice }) {
  const href = useNoticeHref(businessId, notice)
  const { run } = useAction(bellApi.readNotice, { failure: bellWords.readFailed })
  const { NoticeId: noticeId, IsRead, Date: date } = notice
  const read = () => {
    if (!IsRead) void run({ params: { businessId, noticeId } })
  }
  const words = (
    <>
      <span>{noticeWords(notice)}</span>
      <Text size="xs" c="dimmed" component="span">
        {!IsRead && 'New · '}
        <DateText value={date} withTime />
      </Text>
    </>
  )
  function stay() {
    onRead()
    read()
  }
  function follow() {
    read()
    onLeave()
  }
  return (
    <li data-unread={!IsRead || undefined}>
      {href ? (
        <Link href={href} className={styles.notice} onClick={follow}>
          {words}
        </Link>
      ) : (
        <div className={styles.notice}>
          {words}
          {!IsRead && (
            <Button variant="subtle" size="compact-xs" className={styles.read} onClick={stay}>
              Mark as read
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
