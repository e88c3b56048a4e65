import { Button, Text, Title } from '@mantine/core'
import { IconSend, IconTruckDelivery } from '@tabler/icons-react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen, useMay } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { cardProgramTypeLabels, type CardProgram } from '#contract/cards/card-programs.ts'
import { membersApi } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { Tile, Tiles } from '#ui/layout/tiles.tsx'
import { CardArt } from './card-art.tsx'
import styles from './program-tiles.module.css'

type Props = {
  programs: readonly CardProgram[] | undefined
  error: { message: string } | null
  onRetry: () => void
  /** Undefined for those who may send none. */
  onSend: ((program: CardProgram) => void) | undefined
}

/** The programs on offer, each with the way to send or to order a card for those who may. */
export function ProgramTiles({ programs, error, onRetry, onSend }: Props) {
  // Whom it is for is chosen from a list of members.
  const canFind = useMay(membersApi.listMembers)
  const canOrder = useCanOpen('orderCard') && canFind
  if (!programs && error)
    return <ErrorState title={messages.cards.programsFailed} detail={error.message} onRetry={onRetry} />
  if (!programs) return <Skeleton height="10rem" />
  if (programs.length === 0) return <NoPrograms />
  return (
    <Tiles label="Card programs">
      {programs.map((program) => (
        <Tile key={program.CardProgramId}>
          <div className={styles.head}>
            <CardArt program={program} />
            <div>
              <Title order={2} size="h4">
                {program.Description}
              </Title>
              <Text c="dimmed">{cardProgramTypeLabels[program.ProgramType]}</Text>
            </div>
          </div>
          <div className={styles.foot}>
            <span className={styles.ways}>
              {program.DeliveryTypes.map((type) => (
                <StatusBadge key={type} color="grey">
                  {type}
                </StatusBadge>
              ))}
            </span>
            {program.IsPhysicalEnabled
              ? canOrder && <OrderButton program={program} />
              : onSend && <SendButton program={program} onSend={onSend} />}
          </div>
        </Tile>
      ))}
    </Tiles>
  )
}

function NoPrograms() {
  const { BusinessId: businessId } = useBusiness()
  const canConfigure = useCanOpen('configuration')
  const configure = canConfigure && (
    <Button
      component={Link}
      href={pageHref('configuration', { businessId }, { tab: 'card-programs' })}
      variant="default"
    >
      Configure card programs
    </Button>
  )
  return <EmptyState text="This business has no card program." action={configure} />
}

function SendButton({ program, onSend }: { program: CardProgram; onSend: (program: CardProgram) => void }) {
  return (
    <Button
      variant="light"
      leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
      aria-label={`Send ${program.Description}`}
      onClick={() => onSend(program)}
    >
      Send
    </Button>
  )
}

function OrderButton({ program: { CardProgramId, Description } }: { program: CardProgram }) {
  const { BusinessId: businessId } = useBusiness()
  return (
    <Button
      component={Link}
      href={pageHref('orderCard', { businessId, cardProgramId: CardProgramId })}
      variant="light"
      leftSection={<IconTruckDelivery size={16} stroke={1.5} aria-hidden />}
      aria-label={`Order ${Description}`}
    >
      Order
    </Button>
  )
}
