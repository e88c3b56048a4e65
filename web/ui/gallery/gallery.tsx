import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from '#ui/feedback/copy-button.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { GalleryDialogs } from './gallery-dialogs.tsx'
import { GalleryFilters } from './gallery-filters.tsx'
import { GalleryFrames } from './gallery-frames.tsx'
import { GalleryLists, ListStates } from './gallery-lists.tsx'
import styles from './gallery.module.css'
import { Money } from '#ui/text/money.tsx'
import { Hinted } from '#ui/feedback/hint.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'

/** Every part in each of its states, on one page: for looking at them and for trying them. */
export function Gallery() {
  return (
    <main className={styles.page} tabIndex={-1}>
      <title>Parts · Hub</title>
      <PageHeader
        title="Parts"
        crumbs={[
          { label: 'Businesses', href: '#businesses' },
          { label: 'Development', href: '#' },
          { label: 'Parts' },
        ]}
        subtitle="What every page of Hub is made of, in each of its states."
        action={<Button leftSection={<IconPlus size={16} aria-hidden />}>New part</Button>}
      />
      <Section title="Filters">
        <GalleryFilters />
      </Section>
      <Section title="Table">
        <GalleryLists />
      </Section>
      <Section title="States of a table">
        <ListStates />
      </Section>
      <Section title="Empty and error">
        <EmptyState text="No venues yet." action={<Button variant="default">New venue</Button>} />
        <ErrorState title="Error fetching business venues." detail="HTTP 503 error." onRetry={() => {}} />
      </Section>
      <Section title="Dialogs">
        <GalleryDialogs />
      </Section>
      <Section title="Tabs, panels and bars">
        <GalleryFrames />
      </Section>
      <Section title="Buttons and toasts">
        <ButtonsAndToasts />
      </Section>
      <Section title="Words and figures">
        <WordsAndFigures />
      </Section>
    </main>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  )
}

function ButtonsAndToasts() {
  return (
    <Group>
      <Button>Primary</Button>
      <Button variant="default">Default</Button>
      <Button variant="subtle">Subtle</Button>
      <Button color="red">Danger</Button>
      <Button disabled>Disabled</Button>
      <WorkingButton isWorking>Working</WorkingButton>
      <WorkingButton isWorking variant="default">
        Working too
      </WorkingButton>
      <Button variant="default" onClick={() => toasts.success('Venue created.')}>
        Succeed
      </Button>
      <Button variant="default" onClick={() => toasts.error('Venue creation failed.', 'HTTP 503 error.')}>
        Fail
      </Button>
    </Group>
  )
}

function WordsAndFigures() {
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <StatusBadge color="grey">Draft</StatusBadge>
        <StatusBadge color="blue">Published</StatusBadge>
        <StatusBadge color="green">Completed</StatusBadge>
        <StatusBadge color="red">Ordered</StatusBadge>
        <StatusBadge color="orange">Expired</StatusBadge>
        <StatusBadge color="orange-red">Cancelled</StatusBadge>
        <StatusBadge color="black">Archived</StatusBadge>
      </Group>
      <Text>
        Joined <DateText value="2026-11-14" />, last seen{' '}
        <DateText value="2026-11-14T07:30:00Z" withTime zone="Australia/Sydney" />, owes{' '}
        <Money value={1234.5} />, has <Money value={null} />.{' '}
        <Text span c="dimmed">
          Quiet words.
        </Text>{' '}
        <Anchor href="#more" underline="always">
          Find out more
        </Anchor>
      </Text>
      <Text component="div">
        Next step: <Hinted says="The card was declined.">Payment Required</Hinted>
      </Text>
      <Group gap={4}>
        <Text>Card 5021 4410 9981</Text>
        <CopyButton value="502144109981" label="card number" />
      </Group>
      <Facts
        facts={[
          ['Membership No', '10021'],
          ['Joined', <DateText key="joined" value="2026-11-14" />],
          ['Badge', null],
        ]}
      />
      <Skeleton width="16rem" />
    </Stack>
  )
}
