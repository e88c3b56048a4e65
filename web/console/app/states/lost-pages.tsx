import { Button } from '@mantine/core'
import { ConsolePage } from '#console/page.tsx'
import { useMe } from '#console/session.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { nowhere } from './nowhere.ts'
import { homeOf } from '#app/redirects.ts'

/** An address that leads nowhere. */
export function NotFoundPage() {
  return <LostPage {...nowhere} />
}

/** A page that exists, but not for this user. */
export function NoAccessPage() {
  return (
    <LostPage
      title="No access"
      text="Your role doesn't open this page. Ask an administrator of your business if you need it."
    />
  )
}

function LostPage({ title, text }: { title: string; text: string }) {
  const me = useMe()
  return (
    <ConsolePage title={title}>
      <EmptyState
        text={text}
        action={
          <Button component={Link} href={homeOf(me)} variant="default">
            Go to the start page
          </Button>
        }
      />
    </ConsolePage>
  )
}
